import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { RandomAccess } from '#app/adapters/storage/random-access.ts';

/** A file that a thread reads through the thread that opened it, and so without storage or credentials. */
export interface LentFile {
  size: number;
  /** To be transferred. */
  port: MessagePort;
}

type Request = { id: number; start: number; length: number };
type Reply = { id: number; bytes: Uint8Array } | { id: number; error: unknown };

/** Lends a file to a thread while `use` runs. What reading fails with is thrown, and not the copy from the thread. */
export async function lendFile<T>(file: RandomAccess, use: (lent: LentFile) => Promise<T>): Promise<T> {
  const faults: unknown[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.on('message', ({ id, start, length }: Request) => {
    file.read(start, length).then(
      (read) => {
        // A view would copy its whole buffer.
        const bytes = new Uint8Array(read);
        port1.postMessage({ id, bytes } satisfies Reply, [bytes.buffer]);
      },
      (error: unknown) => {
        faults.push(error);
        port1.postMessage({ id, error } satisfies Reply);
      },
    );
  });
  try {
    return await use({ size: file.size, port: port2 });
  } catch (error) {
    throw faults[0] ?? error;
  } finally {
    port1.close();
  }
}

/** Nobody notifies it. */
const never = new Int32Array(new SharedArrayBuffer(4));

/** The file in the thread that borrows it. Nothing else may be read from it during `readSync`. */
export function borrowFile({ size, port }: LentFile): RandomAccess {
  const pending = new Map<number, { resolve(bytes: Buffer): void; reject(error: unknown): void }>();
  let lastId = 0;
  port.on('message', (reply: Reply) => {
    const { resolve, reject } = pending.get(reply.id)!;
    pending.delete(reply.id);
    if ('error' in reply) reject(reply.error);
    else resolve(Buffer.from(reply.bytes.buffer));
  });
  return {
    size,
    read: (start, length) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        pending.set(id, { resolve, reject });
        port.postMessage({ id, start, length } satisfies Request);
      }),
    readSync(start, length) {
      port.postMessage({ id: ++lastId, start, length } satisfies Request);
      for (;;) {
        const received = receiveMessageOnPort(port) as { message: Reply } | undefined;
        if (!received) {
          // A millisecond, unless the thread is ended meanwhile.
          Atomics.wait(never, 0, 0, 1);
          continue;
        }
        const { message: reply } = received;
        if ('error' in reply) throw reply.error;
        return Buffer.from(reply.bytes.buffer);
      }
    },
  };
}

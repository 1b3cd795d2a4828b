import { Worker } from 'node:worker_threads';
import { buffer } from 'node:stream/consumers';
import type { StoredFile } from '#events/document/events.ts';
import type { Storage } from '#app/storage/port.ts';
import { openVerified } from '#app/storage/verified.ts';

/** Pictures of PDFs, for a look before the file itself is opened. */
export interface Pictures {
  /** Page 1 of an organisation's PDF as a PNG, or null where there is none to be had: too large, too slow, damaged. */
  firstPage(org: string, file: Pick<StoredFile, 'objectKey' | 'sha256' | 'size'>): Promise<Buffer | null>;
}

/** A larger file gets no picture: the whole of it would have to be in memory. */
const largest = 30 * 1024 * 1024;
const patience = 20_000;
/** Pixels. */
const width = 1200;
const kept = 100;

/**
 * Draws page 1 in a thread of its own with bounded time, one file at a time. The last pictures stay in memory by the SHA-256 of their file;
 * only bytes that were verified are drawn.
 */
export function createPictures(storage: Storage): Pictures {
  const pictures = new Map<string, Promise<Buffer | null>>();
  let queue: Promise<unknown> = Promise.resolve();

  async function draw(org: string, key: string, sha256: string): Promise<Buffer | null> {
    const verified = await openVerified(storage.within(org), key, sha256);
    return verified.ok ? inThread(await buffer(verified.value.body)) : null;
  }

  return {
    async firstPage(org, { objectKey, sha256, size }) {
      if (size > largest) return null;
      const name = `${org} ${sha256}`;
      const known = pictures.get(name);
      if (known) return known;
      const turn = queue.then(() => draw(org, objectKey, sha256));
      queue = turn.catch(() => undefined);
      pictures.set(name, turn);
      turn.catch(() => pictures.delete(name));
      for (const oldest of pictures.keys()) if (pictures.size > kept) pictures.delete(oldest);
      return turn;
    },
  };
}

function inThread(bytes: Buffer): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./picture-worker.mjs', import.meta.url), {
      workerData: { bytes, width },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    const timer = setTimeout(() => void worker.terminate(), patience);
    worker.once('message', (png: Uint8Array) => resolve(Buffer.from(png)));
    // Whatever ends the thread without an answer means that there is no picture.
    worker.once('error', () => resolve(null));
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve(null);
    });
  });
}

import { Worker } from 'node:worker_threads';
import type { RandomAccess } from '#app/storage/random-access.ts';

export type Repair = { kind: 'mended'; bytes: Buffer } | { kind: 'encrypted' } | { kind: 'hopeless' };

/** A larger file is not mended: the work takes several times its length in memory. */
export const largestMended = 50 * 1024 * 1024;
const patience = 60_000;

/**
 * Rebuilds the index of a PDF from the objects found in it, in a thread of its own with bounded memory and time. One at a
 * time: files that need it are rare, and each may take a few hundred megabytes for a moment.
 */
export async function repairPdf(file: RandomAccess): Promise<Repair> {
  if (file.size > largestMended) return { kind: 'hopeless' };
  const turn = queue.then(async () => inThread(await file.read(0, file.size)));
  queue = turn.catch(() => undefined);
  return turn;
}

let queue: Promise<unknown> = Promise.resolve();

function inThread(bytes: Buffer): Promise<Repair> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./repair-worker.mjs', import.meta.url), {
      workerData: bytes,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 768 },
    });
    const timer = setTimeout(() => void worker.terminate(), patience);
    worker.once('message', (answer: { kind: 'mended'; bytes: Uint8Array } | { kind: 'encrypted' }) => {
      resolve(answer.kind === 'mended' ? { kind: 'mended', bytes: Buffer.from(answer.bytes) } : answer);
    });
    // Not mendable, too large for the limits, or too slow: whatever ends the thread without an answer means no.
    worker.once('error', () => resolve({ kind: 'hopeless' }));
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve({ kind: 'hopeless' });
    });
  });
}

import { Worker } from 'node:worker_threads';

/** What is asked of a page. */
export type Asked = 'picture' | 'text';

/** A PDF that lies open in a thread of its own, so that its further pages come fast. */
export interface ReadingThread {
  /** A picture (PNG) or the text of a page, from 1; null where there is none, or where it takes too long. */
  ask(page: number, what: 'picture'): Promise<Buffer | null>;
  ask(page: number, what: 'text'): Promise<string | null>;
  close(): void;
}

const patience = 20_000;
/** Pixels. */
const width = 1200;

/** Opens a PDF in a thread with bounded memory. What cannot be opened answers null to everything; `ended` is told when it ends. */
export function openReadingThread(bytes: Buffer, ended: () => void): ReadingThread {
  const worker = new Worker(new URL('./picture-worker.mjs', import.meta.url), {
    workerData: { bytes, width },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  // A document that lies open holds nobody up who wants to stop.
  worker.unref();
  const waiting = new Map<number, (found: Uint8Array | string | null) => void>();
  let last = 0;
  let alive = true;
  worker.on('message', ({ id, found }: { id: number; found: Uint8Array | string | null }) => waiting.get(id)?.(found));
  // Whatever ends the thread without an answer means that there is none.
  worker.once('error', () => undefined);
  worker.once('exit', () => {
    alive = false;
    for (const answer of waiting.values()) answer(null);
    ended();
  });

  const ask = (page: number, what: Asked): Promise<Uint8Array | string | null> => {
    if (!alive) return Promise.resolve(null);
    const id = ++last;
    return new Promise((resolve) => {
      const timer = setTimeout(() => void worker.terminate(), patience);
      waiting.set(id, (found) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(found);
      });
      worker.postMessage({ id, page, what });
    });
  };
  return {
    ask: async (page, what) => {
      const found = await ask(page, what);
      return (found instanceof Uint8Array ? Buffer.from(found) : found) as never;
    },
    close: () => void worker.terminate(),
  };
}

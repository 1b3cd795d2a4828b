import { LRUCache } from 'lru-cache';
import type { StoredFile } from '#events/document/events.ts';
import { limits } from '#events/limits.ts';
import type readPage from '#app/pdf/tasks/read-page.ts';
import type { PageRead } from '#app/pdf/tasks/read-page.ts';
import type { Storage } from '#app/storage/port.ts';
import { randomAccess } from '#app/storage/random-access.ts';
import { lendFile } from '#app/workers/lent-file.ts';
import { isWorkerLimit, workerTask, type WorkerPool } from '#app/workers/pool.ts';

export type PageOf = Pick<StoredFile, 'objectKey' | 'sha256' | 'size'>;

const readPageTask = workerTask<typeof readPage>('app/pdf/tasks/read-page.ts', 20_000);
const remembered = 3_600_000;

/** Reads pages in threads. The pages of one document wait for each other, so that a slow one leaves threads to the rest. */
export function createPageReader(workers: WorkerPool, storage: Storage) {
  const unreadable = new LRUCache<string, true>({ max: 10_000, ttl: remembered });
  const queues = new Map<string, Promise<unknown>>();

  async function inTurn<T>(document: string, work: () => Promise<T>): Promise<T> {
    const before = queues.get(document) ?? Promise.resolve();
    const mine = before.then(work, work);
    queues.set(document, mine);
    try {
      return await mine;
    } finally {
      if (queues.get(document) === mine) queues.delete(document);
    }
  }

  async function read(org: string, file: PageOf, page: number, as: 'picture' | 'text'): Promise<PageRead> {
    const { objectKey, sha256, size } = file;
    const access = randomAccess(storage.within(org), objectKey, size);
    try {
      return await lendFile(access, (lent) => workers.run(readPageTask, { file: lent, sha256, page, as }, [lent.port]));
    } catch (error) {
      if (!isWorkerLimit(error)) throw error;
      return 'unreadable';
    }
  }

  /** Null where the page cannot be read; that is remembered for an hour, since trying it again takes as long. */
  return (org: string, file: PageOf, page: number, as: 'picture' | 'text') => {
    if (file.size > limits.pdfShown) return Promise.resolve(null);
    const key = `${file.sha256} ${page} ${as}`;
    return inTurn(file.sha256, async () => {
      if (unreadable.has(key)) return null;
      const found = await read(org, file, page, as);
      if (found !== 'unreadable') return found;
      unreadable.set(key, true);
      return null;
    });
  };
}

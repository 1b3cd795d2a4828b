import type { StoredFile } from '#events/document/events.ts';
import { limits } from '#events/limits.ts';
import type findText from '#app/adapters/pdf/tasks/find-text.ts';
import type { FoundText } from '#app/adapters/pdf/tasks/find-text.ts';
import type readPage from '#app/adapters/pdf/tasks/read-page.ts';
import type { PageAs, PageRead } from '#app/adapters/pdf/tasks/read-page.ts';
import type { Storage } from '#app/adapters/storage/port.ts';
import { MissingFileError, randomAccess } from '#app/adapters/storage/random-access.ts';
import { lendFile, type LentFile } from '#app/adapters/workers/lent-file.ts';
import { isOutOfMemory, workerTask, type WorkerPool, type WorkerTask } from '#app/adapters/workers/pool.ts';

export type PageOf = Pick<StoredFile, 'objectKey' | 'sha256' | 'size'>;

const readPageTask = workerTask<typeof readPage>('app/adapters/pdf/tasks/read-page.ts', 20_000);
const findTextTask = workerTask<typeof findText>('app/adapters/pdf/tasks/find-text.ts', 20_000);

/**
 * Reads pages in threads. The pages of one document wait for each other, so that a slow one leaves threads to the rest.
 */
export function createPageReader(workers: WorkerPool, storage: Storage) {
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

  async function run<Input, Output>(
    task: WorkerTask<Input & { file: LentFile; sha256: string }, Output>,
    org: string,
    { objectKey, sha256, size }: PageOf,
    input: Input,
  ): Promise<Output | 'unreadable' | null> {
    const access = randomAccess(storage.within(org), objectKey, size);
    try {
      return await lendFile(access, (lent) => workers.run(task, { ...input, file: lent, sha256 }, [lent.port]));
    } catch (error) {
      if (error instanceof MissingFileError) return null;
      if (!isOutOfMemory(error)) throw error;
      return 'unreadable';
    }
  }

  return {
    /** Null where the page or file cannot be read. Nothing of that is remembered: the next request tries again. */
    async read(org: string, file: PageOf, page: number, as: PageAs): Promise<Exclude<PageRead, 'unreadable'>> {
      if (file.size > limits.pdfShown) return null;
      const found = await inTurn(file.sha256, () => run(readPageTask, org, file, { page, as }));
      return found === 'unreadable' ? null : found;
    },
    /** Null where the file cannot be searched. */
    async find(org: string, file: PageOf, words: string): Promise<FoundText | null> {
      if (file.size > limits.pdfShown) return null;
      const found = await inTurn(file.sha256, () => run(findTextTask, org, file, { words }));
      return found === 'unreadable' ? null : found;
    },
  };
}

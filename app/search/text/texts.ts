import type { StoredFile } from '#events/document/events.ts';
import { limits } from '#events/limits.ts';
import type { Storage } from '#app/adapters/storage/port.ts';
import { randomAccess } from '#app/adapters/storage/random-access.ts';
import type readText from '#app/search/text/tasks/read-text.ts';
import { lendFile } from '#app/adapters/workers/lent-file.ts';
import { isOutOfMemory, workerTask, type WorkerPool } from '#app/adapters/workers/pool.ts';

/** Reads the text of files, in threads with bounded memory and work. Throws what was not finished. */
export interface Texts {
  /** The text of each page, of which office files have one; null where the file is too large or cannot be read. */
  read(org: string, file: StoredFile): Promise<string[] | null>;
}

const readTextTask = workerTask<typeof readText>('app/search/text/tasks/read-text.ts', 120_000, { background: true });

const office = /\.(docx|docm|dotx|odt|ods|fodt|fods|xlsx|xltx)$/i;

export function createTexts(workers: WorkerPool, storage: Storage): Texts {
  // One at a time: nobody waits for it, and each may take several hundred MB.
  let last: Promise<unknown> = Promise.resolve();
  async function read(org: string, { objectKey, sha256, size, name, mediaType }: StoredFile): Promise<string[] | null> {
    const as = mediaType === 'application/pdf' ? 'pdf' : office.test(name) ? 'office' : null;
    if (as === null || size > limits.pdfShown) return null;
    const access = randomAccess(storage.within(org), objectKey, size);
    try {
      return await lendFile(access, (lent) => workers.run(readTextTask, { file: lent, sha256, as }, [lent.port]));
    } catch (error) {
      if (!isOutOfMemory(error)) throw error;
      return null;
    }
  }
  return {
    read(org, file) {
      const mine = last.then(() => read(org, file));
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

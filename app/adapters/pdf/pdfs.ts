import pLimit from 'p-limit';
import { refuse, type Result } from '#events/failures.ts';
import type { Inspected } from '#app/adapters/pdf/intake/intake.ts';
import { createPageReader, type PageOf } from '#app/adapters/pdf/page-reader.ts';
import type { FoundText } from '#app/adapters/pdf/tasks/find-text.ts';
import type appendManifest from '#app/adapters/pdf/tasks/append-manifest.ts';
import type { ManifestAppended, ManifestRequest } from '#app/adapters/pdf/tasks/append-manifest.ts';
import type inspect from '#app/adapters/pdf/tasks/inspect.ts';
import type markCopy from '#app/adapters/pdf/tasks/mark-copy.ts';
import type { CopyMarked, CopyRequest } from '#app/adapters/pdf/tasks/mark-copy.ts';
import type { Storage } from '#app/adapters/storage/port.ts';
import type { RandomAccess } from '#app/adapters/storage/random-access.ts';
import { lendFile, type LentFile } from '#app/adapters/workers/lent-file.ts';
import {
  isOutOfMemory,
  isUnfinished,
  workerTask,
  type WorkerPool,
  type WorkerTask,
} from '#app/adapters/workers/pool.ts';

/**
 * All reading of PDFs, which happens in threads with bounded memory and work. Pages count from 1. What was not finished
 * is refused as `busy`, or throws `worker_timeout`.
 */
export interface Pdfs {
  /**
   * The number of pages. Refuses with a sentence a PDF that is damaged, encrypted, or shows something else than its
   * pages. One file at a time.
   */
  inspect(file: RandomAccess): Promise<Result<Inspected>>;
  /** As `inspect`, for a job: with three times as long for each, and as many at once as the job asks for. */
  inspectForJob(file: RandomAccess): Promise<Result<Inspected>>;
  /** Prepares a controlled copy. Refuses as `inspect` does. */
  markCopy(file: RandomAccess, request: CopyRequest): Promise<Result<CopyMarked>>;
  /** Prepares a signed PDF. Refuses as `inspect` does. */
  appendManifest(file: RandomAccess, request: ManifestRequest): Promise<Result<ManifestAppended>>;
  /** A page as a PNG; null where it cannot be drawn: too large, damaged, changed in storage, no such page. */
  picture(org: string, file: PageOf, page: number, as?: 'picture' | 'thumbnail'): Promise<Buffer | null>;
  /** The text of a page; empty where it holds none (a scan), null where it cannot be read. */
  text(org: string, file: PageOf, page: number): Promise<string | null>;
  /** Where the text holds these words; null where it cannot be read. */
  find(org: string, file: PageOf, words: string): Promise<FoundText | null>;
}

const markCopyTask = workerTask<typeof markCopy>('app/adapters/pdf/tasks/mark-copy.ts', 120_000);
const appendManifestTask = workerTask<typeof appendManifest>('app/adapters/pdf/tasks/append-manifest.ts', 120_000);

/** `seconds`: of a processor's time, in which a file must be read and checked. */
export function createPdfs(workers: WorkerPool, storage: Storage, seconds = 20): Pdfs {
  // Of thousands of files, one that takes longer is no reason to do the job again.
  const inspectTask = workerTask<typeof inspect>('app/adapters/pdf/tasks/inspect.ts', seconds * 1000);
  const patientTask = workerTask<typeof inspect>('app/adapters/pdf/tasks/inspect.ts', 3 * seconds * 1000);
  /** Runs a task that reads a file, and refuses where it exceeds its time or memory. */
  const run = <Input, Output>(
    task: WorkerTask<Input & { file: LentFile }, Result<Output>>,
    file: RandomAccess,
    input: Input,
  ): Promise<Result<Output>> =>
    lendFile(file, (lent) => workers.run(task, { ...input, file: lent }, [lent.port])).catch((error: unknown) => {
      if (isUnfinished(error)) return refuse('busy', { detail: unfinished, facts: { retryAfterSeconds: 10 } });
      if (isOutOfMemory(error)) return refuse('file_truncated', { detail: heavy });
      throw error;
    });
  // One at a time: each may take several hundred MB, and none of them hurries.
  const inTurn = pLimit(1);
  const pages = createPageReader(workers, storage);

  return {
    inspect: (file) => inTurn(() => run(inspectTask, file, {})),
    inspectForJob: (file) => run(patientTask, file, {}),
    markCopy: (file, request) => run(markCopyTask, file, { request }),
    appendManifest: (file, request) => run(appendManifestTask, file, { request }),
    async picture(org, file, page, as = 'picture') {
      const read = await pages.read(org, file, page, as);
      return read && 'png' in read ? Buffer.from(read.png.buffer) : null;
    },
    async text(org, file, page) {
      const read = await pages.read(org, file, page, 'text');
      return read && 'text' in read ? read.text : null;
    },
    find: pages.find,
  };
}

const unfinished =
  'The PDF was not read to its end. Try again in a moment. If this happens again, print it to a PDF as pictures, or ' +
  'split it.';
const heavy = 'The PDF takes too much memory to check. Print it to a PDF as pictures, or split it, then upload that.';

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { StoredFile } from '#events/document/events.ts';
import { limits } from '#events/limits.ts';
import type compareVersions from '#app/comparison/engine/tasks/compare-versions.ts';
import type { Storage } from '#app/adapters/storage/port.ts';
import { MissingFileError, randomAccess } from '#app/adapters/storage/random-access.ts';
import { lendFile, type LentFile } from '#app/adapters/workers/lent-file.ts';
import type compareWorkingFiles from '#app/comparison/engine/tasks/compare-working-files.ts';
import { workingFormat, type WorkingComparison } from '#app/comparison/engine/working/working.ts';
import { isOutOfMemory, workerTask, type WorkerPool } from '#app/adapters/workers/pool.ts';

type ComparedFile = Pick<StoredFile, 'objectKey' | 'sha256' | 'size'>;
type NamedFile = ComparedFile & Pick<StoredFile, 'name'>;

export interface MadeComparison {
  /** Canonical JSON of a `Comparison`. */
  json: string;
  /** Of its UTF-8. */
  sha256: string;
}

/**
 * Compares stored files in threads with bounded memory and work; as many at once as there are threads. What was not
 * finished throws `worker_timeout`.
 */
export interface Comparisons {
  /** Null where one of the files cannot be read: damaged, missing, changed in storage, or too large. */
  compare(org: string, from: ComparedFile, to: ComparedFile): Promise<MadeComparison | null>;
  /** What differs between the words of two working files in Word or OpenDocument. Null where one cannot be read. */
  compareWorking(org: string, from: NamedFile, to: NamedFile): Promise<WorkingComparison | null>;
}

const compareWorkingTask = workerTask<typeof compareWorkingFiles>(
  'app/comparison/engine/tasks/compare-working-files.ts',
  60_000,
);
const compareTask = workerTask<typeof compareVersions>('app/comparison/engine/tasks/compare-versions.ts', 60_000);

/** How many answers are remembered for an hour. */
const remembered = { max: 50, ttl: 3_600_000 };

export function createComparisons(workers: WorkerPool, storage: Storage): Comparisons {
  const answers = new LRUCache<string, Promise<MadeComparison | null>>(remembered);
  const workingAnswers = new LRUCache<string, Promise<WorkingComparison | null>>(remembered);

  /** Lends both files to a task. Null where one is missing, or the task exceeds its memory. */
  async function lendBoth<Output>(
    org: string,
    from: ComparedFile,
    to: ComparedFile,
    run: (older: LentFile, newer: LentFile) => Promise<Output>,
  ): Promise<Output | null> {
    const open = ({ objectKey, size }: ComparedFile) => randomAccess(storage.within(org), objectKey, size);
    try {
      return await lendFile(open(from), (older) => lendFile(open(to), (newer) => run(older, newer)));
    } catch (error) {
      if (isOutOfMemory(error) || error instanceof MissingFileError) return null;
      throw error;
    }
  }

  async function make(org: string, from: ComparedFile, to: ComparedFile): Promise<MadeComparison | null> {
    const sha256 = { from: from.sha256, to: to.sha256 };
    const json = await lendBoth(org, from, to, (older, newer) =>
      workers.run(compareTask, { from: older, to: newer, sha256 }, [older.port, newer.port]),
    );
    return json === null ? null : { json, sha256: createHash('sha256').update(json).digest('hex') };
  }

  async function makeWorking(org: string, from: NamedFile, to: NamedFile): Promise<WorkingComparison | null> {
    const [fromFormat, toFormat] = [workingFormat(from.name), workingFormat(to.name)];
    if (!fromFormat || !toFormat) return null;
    return lendBoth(org, from, to, (older, newer) => {
      const given = {
        from: { file: older, sha256: from.sha256, format: fromFormat },
        to: { file: newer, sha256: to.sha256, format: toFormat },
      };
      return workers.run(compareWorkingTask, given, [older.port, newer.port]);
    });
  }

  /** Answers from what is remembered. A fault is not, nor that a file cannot be read: it may be restored. */
  function remember<Answer extends {}, File extends ComparedFile>(
    cache: LRUCache<string, Promise<Answer | null>>,
    work: (org: string, from: File, to: File) => Promise<Answer | null>,
  ) {
    return (org: string, from: File, to: File): Promise<Answer | null> => {
      if (Math.max(from.size, to.size) > limits.pdfShown) return Promise.resolve(null);
      const key = `${org} ${from.sha256} ${to.sha256}`;
      const known = cache.get(key);
      if (known) return known;
      const made = work(org, from, to);
      cache.set(key, made);
      made.then(
        (answer) => answer === null && cache.delete(key),
        () => cache.delete(key),
      );
      return made;
    };
  }

  return { compare: remember(answers, make), compareWorking: remember(workingAnswers, makeWorking) };
}

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { StoredFile } from '#events/document/events.ts';
import { limits } from '#events/limits.ts';
import type compareVersions from '#app/comparison/tasks/compare-versions.ts';
import type { Storage } from '#app/storage/port.ts';
import { randomAccess } from '#app/storage/random-access.ts';
import { lendFile } from '#app/workers/lent-file.ts';
import { isWorkerLimit, workerTask, type WorkerPool } from '#app/workers/pool.ts';

type ComparedFile = Pick<StoredFile, 'objectKey' | 'sha256' | 'size'>;

export interface MadeComparison {
  /** Canonical JSON of a `Comparison`. */
  json: string;
  /** Of its UTF-8. */
  sha256: string;
}

/** Compares stored PDFs in threads with bounded memory and time; as many at once as there are threads. */
export interface Comparisons {
  /** Null where one of the files cannot be read: damaged, changed in storage, too large, or too slow to compare. */
  compare(org: string, from: ComparedFile, to: ComparedFile): Promise<MadeComparison | null>;
}

const compareTask = workerTask<typeof compareVersions>('app/comparison/tasks/compare-versions.ts', 60_000);

/** How many answers, also of files that cannot be compared, are remembered for an hour. */
const remembered = { max: 50, ttl: 3_600_000 };

export function createComparisons(workers: WorkerPool, storage: Storage): Comparisons {
  const answers = new LRUCache<string, Promise<MadeComparison | null>>(remembered);

  async function make(org: string, from: ComparedFile, to: ComparedFile): Promise<MadeComparison | null> {
    const open = ({ objectKey, size }: ComparedFile) => randomAccess(storage.within(org), objectKey, size);
    const sha256 = { from: from.sha256, to: to.sha256 };
    try {
      const json = await lendFile(open(from), (older) =>
        lendFile(open(to), (newer) =>
          workers.run(compareTask, { from: older, to: newer, sha256 }, [older.port, newer.port]),
        ),
      );
      return json === null ? null : { json, sha256: createHash('sha256').update(json).digest('hex') };
    } catch (error) {
      if (isWorkerLimit(error)) return null;
      throw error;
    }
  }

  return {
    compare(org, from, to) {
      if (Math.max(from.size, to.size) > limits.pdfShown) return Promise.resolve(null);
      const key = `${org} ${from.sha256} ${to.sha256}`;
      const known = answers.get(key);
      if (known) return known;
      const made = make(org, from, to);
      made.catch(() => answers.delete(key));
      answers.set(key, made);
      return made;
    },
  };
}

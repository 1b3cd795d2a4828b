import { createHash } from 'node:crypto';
import type compareVersions from '#app/comparison/engine/tasks/compare-versions.ts';
import type { Comparison } from '#app/comparison/engine/comparison.ts';
import { bytesAccess } from '#app/adapters/storage/random-access.ts';
import { lendFile } from '#app/adapters/workers/lent-file.ts';
import { createWorkerPool, workerTask } from '#app/adapters/workers/pool.ts';
import { plainPdf } from '#tests/support/files/plain-pdf.ts';
import { atMost, parseOptions, print, report, table, timed, whole } from './measure.ts';

const task = workerTask<typeof compareVersions>('app/comparison/engine/tasks/compare-versions.ts', null);
const wordsEach = 500;

/** The words of a page, the same each time; `other` changes all, `changed` one. */
function pageWords(page: number, how: 'same' | 'changed' | 'other'): string {
  let state = page + (how === 'other' ? 1_000_003 : 0);
  const words = Array.from({ length: wordsEach }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return ((state >>> 8) % 20_000).toString(36);
  });
  if (how === 'changed') words[wordsEach / 2] = 'replaced';
  return words.join(' ');
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** `npm run bench -- comparison`: two versions of 500 pages in a thread with bounded memory, against 60 seconds. */
export const run = async (words: string[]): Promise<void> => {
  const values = parseOptions(words);
  const pages = values.quick ? 50 : 500;
  const older = plainPdf(pages, (page) => pageWords(page, 'same'));
  const cases = {
    'the same words': plainPdf(pages, (page) => pageWords(page, 'same')),
    'one word of every tenth page': plainPdf(pages, (page) => pageWords(page, page % 10 === 0 ? 'changed' : 'same')),
    'a page before all': plainPdf(pages, (page) => pageWords(page - 1, page === 1 ? 'other' : 'same')),
    'everything rewritten': plainPdf(pages, (page) => pageWords(page, 'other')),
  };
  const pool = createWorkerPool({ threads: 1 });
  const compare = (newer: Buffer): Promise<string | null> =>
    lendFile(bytesAccess(older), (from) =>
      lendFile(bytesAccess(newer), (to) =>
        pool.run(task, { from, to, sha256: { from: sha256(older), to: sha256(newer) } }, [from.port, to.port]),
      ),
    );
  const seconds: Record<string, number> = {};
  const rows: string[][] = [['', 'seconds', 'passages']];
  try {
    for (const [name, newer] of Object.entries(cases)) {
      let made: string | null = null;
      seconds[name] = await timed(async () => (made = await compare(newer)));
      const { passages } = JSON.parse(made ?? '{"passages":[]}') as Comparison;
      rows.push([name, seconds[name].toFixed(1), whole(passages.length)]);
    }
  } finally {
    await pool.close();
  }
  print(`Two versions of ${whole(pages)} pages with ${whole(pages * wordsEach)} words each`);
  table(rows);
  const ratios = Object.entries(seconds).map(([name, value]) => atMost(60, `seconds: ${name}`, value));
  await report(ratios, values.json, { pages, seconds });
};

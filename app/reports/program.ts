import os from 'node:os';
import { pipeline } from 'node:stream/promises';
import { createDatabase } from '#app/database/database.ts';
import { lowPriority } from '#app/database/lower-priority.ts';
import { withSource } from '#app/queries/report/source.ts';
import { makeReport } from '#app/reports/make-report.ts';
import type { MakerOrder, MakerWord } from '#app/reports/report-process.ts';

const tell = (word: MakerWord): Promise<void> =>
  new Promise((resolve) => {
    process.send!(word, () => resolve());
  });

/** The program of `maker.ts`: one report to standard output, then the end. */
async function make({ databaseUrl, org, request, madeBy }: MakerOrder): Promise<void> {
  const database = createDatabase({ url: databaseUrl, as: 'application', statementTimeout: 0, max: 2, givesWay: true });
  const answer = await withSource(database, org, request.position, async (source) => {
    const counted = (rows: number) => void tell({ kind: 'counted', rows });
    const made = await makeReport(source, request, { madeBy, counted });
    if (!made.ok) return made;
    await tell({ kind: 'begun', frame: made.value.frame });
    await pipeline(made.value.body, process.stdout, { end: false });
    return made;
  });
  const refused = answer.ok ? answer.value : answer;
  await tell(refused.ok ? { kind: 'done' } : { kind: 'refused', failure: refused.failure });
  await database.close();
}

/** Whoever wanted it is gone. */
process.once('disconnect', () => process.exit(1));
process.once('message', (order: MakerOrder) => {
  // Signing comes first.
  os.setPriority(Math.min(19, os.getPriority() + lowPriority));
  make(order).then(
    () => process.stdout.end(() => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});

import os from 'node:os';
import { pipeline } from 'node:stream/promises';
import { createDatabase } from '#app/database/database.ts';
import { lowPriority } from '#app/database/lower-priority.ts';
import { withSource } from '#app/queries/report/source.ts';
import { makeReport } from '#app/reports/make-report.ts';
import type { ReportMessage, ReportOrder } from '#app/reports/report-process.ts';

const send = (message: ReportMessage): Promise<void> =>
  new Promise((resolve) => {
    process.send!(message, () => resolve());
  });

/** The report process: one report to standard output, then the end. */
async function run({ databaseUrl, org, request, ...making }: ReportOrder): Promise<void> {
  const database = createDatabase({
    url: databaseUrl,
    as: 'application',
    statementTimeout: 0,
    max: 2,
    lowPriority: true,
  });
  const answer = await withSource(database, org, request.position, async (source) => {
    const onRows = (rows: number): void => void send({ kind: 'rows', rows });
    const report = await makeReport(source, request, { ...making, onRows });
    if (report.ok) await pipeline(report.value.body, process.stdout, { end: false });
    return report;
  });
  const report = answer.ok ? answer.value : answer;
  await send(report.ok ? { kind: 'done', frame: report.value.frame } : { kind: 'refused', failure: report.failure });
  await database.close();
}

/** The server that asked for the report has ended. */
process.once('disconnect', () => process.exit(1));
process.once('message', (order: ReportOrder) => {
  // Signing comes first.
  os.setPriority(Math.min(19, os.getPriority() + lowPriority));
  run(order).then(
    () => process.stdout.end(() => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});

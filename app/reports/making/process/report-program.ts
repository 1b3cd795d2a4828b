import os from 'node:os';
import { pipeline } from 'node:stream/promises';
import { makeOrderedReport, type ReportOrder } from '#app/reports/making/process/report-order.ts';
import type { ReportMessage } from '#app/reports/making/process/report-process.ts';

const send = (message: ReportMessage): Promise<void> =>
  new Promise((resolve) => {
    process.send!(message, () => resolve());
  });

/** The report process: one report to standard output, then the end. */
async function run(order: ReportOrder): Promise<void> {
  const made = await makeOrderedReport(order, {
    onRows: (rows) => void send({ kind: 'rows', rows }),
    take: (body) => pipeline(body, process.stdout, { end: false }),
  });
  await send(made.ok ? { kind: 'done', frame: made.value } : { kind: 'refused', failure: made.failure });
}

/** The server that asked for the report has ended. */
process.once('disconnect', () => process.exit(1));
process.once('message', (order: ReportOrder) => {
  // Signing comes first.
  os.setPriority(Math.min(19, os.getPriority() + 10));
  run(order).then(
    () => process.stdout.end(() => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});

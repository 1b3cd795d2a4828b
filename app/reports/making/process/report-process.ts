import type { Readable } from 'node:stream';
import type { Failure, Result } from '#events/failures.ts';
import { ok } from '#events/failures.ts';
import type { Frame } from '#app/adapters/pdf/report/frame.ts';
import type { ReportOrder } from '#app/reports/making/process/report-order.ts';
import type makeQuickReport from '#app/reports/making/tasks/make-quick-report.ts';
import { workerTask, type WorkerPool } from '#app/adapters/workers/pool.ts';
import { startModule } from '#app/adapters/workers/process.ts';

/** Messages of the process, which writes the report to its standard output. */
export type ReportMessage =
  | { kind: 'rows'; rows: number }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'done'; frame: Frame };

/** A report that a separate process is making. */
export interface RunningReport {
  pid: number | undefined;
  body: Readable;
  /** Finished rows. */
  rows(): number;
  /** Resolves when the process has ended; rejects when it ended before the report was complete. */
  ended: Promise<Result<Frame>>;
  kill(): void;
}

export type StartReport = (order: Omit<ReportOrder, 'databaseUrl'>) => RunningReport;

/** Makes reports in separate processes. The database URL goes over a pipe, since a command line is public. */
export const createReportStarter =
  (databaseUrl: string): StartReport =>
  (order) => {
    const child = startModule('app/reports/making/process/report-program.ts', 2048);
    let rows = 0;
    let outcome: Result<Frame> | null = null;
    child.on('message', (message: ReportMessage) => {
      if (message.kind === 'rows') rows = message.rows;
      if (message.kind === 'refused') outcome = { ok: false, failure: message.failure };
      if (message.kind === 'done') outcome = ok(message.frame);
    });
    const ended = new Promise<Result<Frame>>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        if (outcome && code === 0) resolve(outcome);
        else reject(new Error(`The report process ended early (${signal ?? code}).`));
      });
    });
    ended.catch(() => undefined);
    child.send({ databaseUrl, ...order } satisfies ReportOrder);
    return { pid: child.pid, body: child.stdout!, rows: () => rows, ended, kill: () => void child.kill('SIGKILL') };
  };

/** Makes a quick report in a thread. */
export type QuickReport = (order: Omit<ReportOrder, 'databaseUrl'>) => Promise<Result<Uint8Array>>;

const quickReportTask = workerTask<typeof makeQuickReport>('app/reports/making/tasks/make-quick-report.ts', 120_000);

export const createQuickReports =
  (databaseUrl: string, workers: WorkerPool): QuickReport =>
  (order) =>
    workers.run(quickReportTask, { databaseUrl, ...order });

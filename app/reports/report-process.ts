import type { Readable } from 'node:stream';
import type { Failure, Result } from '#events/failures.ts';
import { ok } from '#events/failures.ts';
import type { Frame } from '#app/reports/frame.ts';
import type { TableRequest } from '#app/reports/make-report.ts';
import { startModule } from '#app/workers/process.ts';

/** What the process is asked for. */
export interface ReportOrder {
  databaseUrl: string;
  org: string;
  request: TableRequest;
  madeBy: string;
}

/** What the process answers while it writes the report to its standard output. */
export type ReportMessage =
  | { kind: 'rows'; rows: number }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'done'; frame: Frame };

/** A report that is being made in a process of its own. */
export interface RunningReport {
  pid: number | undefined;
  body: Readable;
  /** Rows so far. */
  rows(): number;
  /** Settles once the process has ended. Rejects where it ended before the report did. */
  ended: Promise<Result<Frame>>;
  kill(): void;
}

export type StartReport = (order: Omit<ReportOrder, 'databaseUrl'>) => RunningReport;

/** Makes reports in processes of low priority. The database's address goes over a pipe, since a command line is public. */
export const createReportStarter =
  (databaseUrl: string): StartReport =>
  (order) => {
    const child = startModule('app/reports/report-program.ts', 2048);
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

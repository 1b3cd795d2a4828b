import { fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Failure } from '#events/failures.ts';
import type { Frame } from '#app/reports/frame.ts';
import type { TableRequest } from '#app/reports/make-report.ts';

/** What the process is told. */
export interface MakerOrder {
  databaseUrl: string;
  org: string;
  request: TableRequest;
  madeBy: string;
}

/** What it tells. */
export type MakerWord =
  | { kind: 'begun'; frame: Frame }
  | { kind: 'counted'; rows: number }
  | { kind: 'refused'; failure: Failure }
  | { kind: 'done' };

/** A report under way in a process of its own. */
export interface UnderWay {
  /** Of the process. */
  pid: number | undefined;
  body: Readable;
  /** Rows so far. */
  rows(): number;
  /** Settles once the process has ended: the frame where it said that it is done, or why there is no report. Rejects where it broke off. */
  ended: Promise<{ frame: Frame } | { failure: Failure }>;
  kill(): void;
}

export type ReportMaker = (order: Omit<MakerOrder, 'databaseUrl'>) => UnderWay;

const program = fileURLToPath(new URL('../../scripts/report.mjs', import.meta.url));

/**
 * Makes reports in processes of their own, of low priority: a million cells never take the server's time or memory, and one that is
 * given up ends at once. Its bytes come over a pipe; the database's address goes over another, unseen by others.
 */
export const createReportMaker =
  (databaseUrl: string): ReportMaker =>
  (order) => {
    const child = fork(program, {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      execArgv: ['--max-old-space-size=2048', '--max-semi-space-size=8'],
    });
    let rows = 0;
    let frame: Frame | null = null;
    let failure: Failure | null = null;
    let done = false;
    child.on('message', (word: MakerWord) => {
      if (word.kind === 'counted') rows = word.rows;
      if (word.kind === 'begun') frame = word.frame;
      if (word.kind === 'refused') failure = word.failure;
      if (word.kind === 'done') done = true;
    });
    const ended = new Promise<{ frame: Frame } | { failure: Failure }>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        if (failure) resolve({ failure });
        else if (frame && done && code === 0) resolve({ frame });
        else reject(new Error(`The report broke off (${signal ?? code}).`));
      });
    });
    ended.catch(() => undefined);
    child.send({ databaseUrl, ...order } satisfies MakerOrder);
    return { pid: child.pid, body: child.stdout!, rows: () => rows, ended, kill: () => void child.kill('SIGKILL') };
  };

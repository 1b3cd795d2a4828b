import { type PreparedAppend, positionToken, recordedAtToken } from './prepare.ts';
import type { AppendOutcome, ProjectionOp, Row } from '#events/ledger/types.ts';
import type { Instant } from '#events/time.ts';

/** What `ledger.append` answers. With `clockMovedBack` or `clockJumpedAhead` nothing was written. */
export interface BatchAnswer {
  outcomes: AppendOutcome[];
  clockMovedBack?: { lastRecordedAt: Instant; serverTime: Instant };
  clockJumpedAhead?: true;
}

export interface BatchOptions {
  /** Whether the first append records that the clock moved back. */
  clockAlarm?: boolean;
  /** The time by the caller's monotonic clock; null: it is not checked. */
  expectedAt?: Instant | null;
}

/** A batch of one organisation's appends as parameters of `ledger.append` (`migrations/functions/append.sql`). */
export const encodeBatch = (
  batch: readonly PreparedAppend[],
  { clockAlarm = false, expectedAt = null }: BatchOptions = {},
): [json: string, rows: string] => {
  const streams = new Map<string, number>();
  const numberOf = (name: string): number => {
    const number = streams.get(name) ?? streams.size + 1;
    streams.set(name, number);
    return number;
  };
  const appends: unknown[] = [];
  const events: unknown[] = [];
  const operations: NumberedOperation[] = [];
  const jobs: unknown[] = [];
  for (const [n, { append, answer, checks, ...prepared }] of batch.entries()) {
    const numbers = prepared.streams.map(numberOf);
    const firstEvent = events.length + 1;
    const command = append.commandId;
    appends.push({
      n,
      command,
      before: append.before,
      checks: checks.map(({ stream }) => numbers[stream]),
      expected: checks.map(({ version }) => version),
      writes: prepared.events.map(({ stream }) => numbers[stream]),
    });
    prepared.events.forEach(({ stream, type, head, tail }, i) =>
      events.push({ stream: numbers[stream], type, command, answer: i === 0 ? answer : undefined, head, tail }),
    );
    for (const { event, op, row } of prepared.operations)
      operations.push({ event: firstEvent + event, op, row, org: append.org });
    for (const { event, job } of prepared.jobs)
      jobs.push({
        n: jobs.length,
        event: firstEvent + event,
        task: job.task,
        payload: job.payload,
        key: job.key,
        run_at: job.runAt,
      });
  }
  const rows: string[] = [];
  const json = JSON.stringify({
    clock_alarm: clockAlarm,
    expected_at: expectedAt,
    // The demonstration's clock only goes forward, so that the last append of a batch has the latest time.
    simulated_at: batch.at(-1)?.append.simulatedAt ?? null,
    time_token: recordedAtToken,
    position_token: positionToken,
    streams: [...streams.keys()],
    appends,
    events,
    event_count: events.length,
    projections: rowSets(operations).map(({ table, kind, rowsOfEvents }) => ({
      table,
      kind,
      rows: [...rowsOfEvents].map(([event, texts]) => ({ event, n: rows.push(texts.join()) })),
    })),
    jobs: jobs.length > 0 ? jobs : null,
  });
  return [json, rows.join('\n')];
};

interface NumberedOperation {
  event: number;
  op: ProjectionOp;
  row: string;
  org: string;
}

interface RowSet {
  table: string;
  kind: ProjectionOp['op'];
  wave: number;
  /** The JSON of each event's rows. */
  rowsOfEvents: Map<number, string[]>;
}

const rank = { remove: 0, patch: 1, put: 2, release: 3, clear: 4 } as const;

/**
 * Gathers operations into sets that one statement carries out. Operations on one row run in waves, one after the other;
 * in a wave removals come before patches before puts, so that a name that one row gives up can be taken by another.
 */
const rowSets = (operations: readonly NumberedOperation[]): RowSet[] => {
  const waves = new Map<string, number>();
  const sets = new Map<string, RowSet>();
  for (const { event, op, row, org } of operations) {
    const wave = waves.get(row) ?? 0;
    waves.set(row, wave + 1);
    const name = `${wave} ${op.op} ${op.table}`;
    const set: RowSet = sets.get(name) ?? { table: op.table, kind: op.op, wave, rowsOfEvents: new Map() };
    sets.set(name, set);
    const rows = set.rowsOfEvents.get(event) ?? [];
    set.rowsOfEvents.set(event, rows);
    rows.push(JSON.stringify(rowOf(op, org)));
  }
  return [...sets.values()].sort(
    (a, b) => a.wave - b.wave || rank[a.kind] - rank[b.kind] || (a.table < b.table ? -1 : 1),
  );
};

const rowOf = (op: ProjectionOp, org: string): Row => {
  switch (op.op) {
    case 'put':
      return { ...op.row, org_id: org };
    case 'patch':
      return { changes: { ...op.changes, ...op.key, org_id: org }, guard: op.when ?? null };
    case 'remove':
    case 'release':
    case 'clear':
      return { ...op.key, org_id: org };
  }
};

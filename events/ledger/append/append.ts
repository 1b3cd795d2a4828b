import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { Batcher, type PendingAppend } from './batcher.ts';
import { type BatchAnswer, type BatchOptions, encodeBatch } from './batch.ts';
import { type PreparedAppend, prepareAppend } from './prepare.ts';
import { type LedgerReader, createReader } from '#events/ledger/read.ts';
import type { Append, AppendOutcome, Ledger, Reactions } from '#events/ledger/types.ts';
import type { Instant } from '#events/time.ts';

export interface LedgerOptions {
  /** Connects as the application's role. A statement_timeout has to be longer than the lock timeout of four seconds. */
  pool: pg.Pool;
  reactions: Reactions;
  /** Without it a clock that jumps ahead is believed. */
  clock?: AppendClock;
}

/** The database's clock as the process carries it on by its monotonic clock. */
export interface AppendClock {
  now(): Instant;
  /** Whether a jump ahead is confirmed, so that `now` follows it. */
  confirm(): Promise<boolean>;
}

/** The database's clock jumped ahead by more than a minute and nothing confirms that: nothing was recorded. */
export class ClockNotConfirmed extends Error {
  readonly code = 'clock_not_confirmed';
}

export type FullLedger = Ledger &
  LedgerReader & {
    /** Waits for the appends that are under way. The pool stays the caller's. */
    close(): Promise<void>;
  };

const retryDelaysMs = [50, 250, 1000, 2000];

/**
 * The ledger: its one way to write, and its readers. Each organisation's appends share batches (`batcher.ts`); a batch
 * is one call of `ledger.append`, which settles each append for itself.
 *
 * @example
 *   const ledger = createLedger({ pool, reactions });
 *   const write = { stream: `document-${uid}`, expectedVersion: 3, events: [event] };
 *   const outcome = await ledger.append({ org, actor, commandId, writes: [write] });
 */
export const createLedger = ({ pool, reactions, clock }: LedgerOptions): FullLedger => {
  const batchers = new Map<string, Batcher>();
  const underWay = new Set<Promise<AppendOutcome>>();

  /** A lost connection leaves open whether the batch was committed; the command ids make it safe to send it again. */
  const send = async (org: string, batch: readonly PreparedAppend[], options?: BatchOptions): Promise<BatchAnswer> => {
    const query = {
      name: 'ledger.append',
      text: 'select ledger.append($1, $2, $3) as answer',
      values: [org, ...encodeBatch(batch, { ...options, expectedAt: clock?.now() ?? null })],
    };
    for (let attempt = 0; ; attempt++)
      try {
        return (await pool.query<{ answer: BatchAnswer }>(query)).rows[0]!.answer;
      } catch (error) {
        const delay = retryDelaysMs[attempt];
        if (delay === undefined || !isTransient(error)) throw error;
        await setTimeout(delay);
      }
  };

  /** Sends a batch, again once a clock that jumped ahead is confirmed. */
  const sendConfirmed = async (...batch: Parameters<typeof send>): Promise<BatchAnswer> => {
    const answer = await send(...batch);
    if (!answer.clockJumpedAhead) return answer;
    if (!(await clock?.confirm())) throw new ClockNotConfirmed('The clock jumped ahead and is not confirmed.');
    return send(...batch);
  };

  /** Where the server's clock moved back, the batch is sent again behind an event that says so. */
  const append = async (org: string, batch: readonly PreparedAppend[]): Promise<AppendOutcome[]> => {
    const { outcomes, clockMovedBack } = await sendConfirmed(org, batch);
    if (!clockMovedBack) return outcomes;
    const alarm = prepareAppend(clockAlarm(org, clockMovedBack), reactions);
    const answer = await sendConfirmed(org, [alarm, ...batch], { clockAlarm: true });
    return answer.outcomes.slice(1);
  };

  /** Records a batch; after an error that one append can have caused, each append by itself. */
  const record = async (org: string, batch: readonly PendingAppend[]): Promise<void> => {
    try {
      const outcomes = await append(
        org,
        batch.map(({ prepared }) => prepared),
      );
      batch.forEach((pending, i) => pending.settle(outcomes[i]!));
    } catch (error) {
      if (batch.length > 1 && isCausedByAppend(error)) for (const pending of batch) await record(org, [pending]);
      else for (const pending of batch) settleError(pending, error);
    }
  };

  const batcherOf = (org: string): Batcher => {
    const batcher =
      batchers.get(org) ??
      new Batcher(
        (batch) => record(org, batch),
        () => batchers.delete(org),
      );
    batchers.set(org, batcher);
    return batcher;
  };

  const enqueue = async (request: Append): Promise<AppendOutcome> => {
    const prepared = prepareAppend(request, reactions);
    return new Promise((settle, fail) => batcherOf(request.org).enqueue({ prepared, settle, fail }));
  };

  return {
    ...createReader(pool),
    append(request) {
      const outcome = enqueue(request);
      const done = () => underWay.delete(outcome);
      underWay.add(outcome);
      outcome.then(done, done);
      return outcome;
    },
    async close() {
      await Promise.allSettled(underWay);
    },
  };
};

const clockAlarm = (
  org: string,
  { lastRecordedAt, serverTime }: { lastRecordedAt: Instant; serverTime: Instant },
): Append => ({
  org,
  actor: { kind: 'system', name: 'ledger' },
  // The same jump seen by two processes is one command.
  commandId: `clock-moved-back-${lastRecordedAt}`,
  writes: [
    {
      stream: 'clock',
      expectedVersion: 'any',
      events: [{ type: 'ClockMovedBack', schema: 1, data: { lastRecordedAt, serverTime } }],
    },
  ],
});

const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;

/** The connection was lost or refused, or PostgreSQL chose this transaction as a victim: a retry may succeed. */
const isTransient = (error: unknown): boolean => {
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error && /connection|socket|terminated/i.test(error.message);
  return /^(08|40|57P0[123])/.test(code) || /^(ECONN|EPIPE|ENOENT|ETIMEDOUT)/.test(code);
};

/** Errors that a row or a statement of one append can cause: data, integrity, definition, and what PL/pgSQL raises. */
const isCausedByAppend = (error: unknown): boolean => /^(2[1-3]|42|P0)...$/.test(codeOf(error) ?? '');

/** A unique or exclusion constraint of a read model is an outcome, not a failure. */
const settleError = (pending: PendingAppend, error: unknown): void => {
  const violated =
    error instanceof pg.DatabaseError && /^23(505|P01)$/.test(error.code ?? '') && error.schema === 'read';
  if (violated && error.constraint) pending.settle({ kind: 'violated', constraint: error.constraint });
  else pending.fail(error);
};

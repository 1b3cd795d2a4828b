import type pg from 'pg';
import { type Prepared, encode, prepare } from './batch.ts';
import { Lane, type Passenger } from './batcher.ts';
import { Line } from './batch-connection.ts';
import { type LedgerReader, createReader } from '#events/ledger/read.ts';
import { type ReadTables, readTables } from '#events/ledger/read-tables.ts';
import type { Append, AppendOutcome, Json, Ledger, Reactions } from '#events/ledger/types.ts';
import { type Call, usualCall } from './usual.ts';

export interface LedgerOptions {
  /** Connects as the application's role. Its statement_timeout, if any, is longer than the four seconds a lock is waited for. */
  pool: pg.Pool;
  reactions: Reactions;
}

export type FullLedger = Ledger &
  LedgerReader & {
    /** Waits for the appends that are under way. The pool stays the caller's. */
    close(): Promise<void>;
  };

const parameters = 32;
const general = {
  name: 'ledger.append',
  text: `select ledger.append(${Array.from({ length: parameters }, (_, i) => `$${i + 1}`).join(', ')})`,
};

/**
 * See `appendFunction`. Without `outcomes` every append was recorded, and the lists that follow are left out too; with `clock_last`
 * there is nothing else but `clock_now`.
 */
interface Answer {
  sizes: string[];
  times: string[];
  outcomes?: (1 | 2 | 3 | 4)[];
  streams?: (number | null)[];
  actuals?: (number | null)[];
  firsts?: (string | null)[];
  lasts?: (string | null)[];
  answers?: (string | null)[];
  clock_last?: (string | null)[];
  clock_now?: string;
}

/** The sentence-free facts of a PostgreSQL error that decide what becomes of a flight. */
interface DatabaseError {
  code?: string;
  schema?: string;
  constraint?: string;
}

const facts = (error: unknown): DatabaseError => (typeof error === 'object' && error !== null ? error : {});

/**
 * The connection was lost, or never had (whether the flight was committed is then not known), or PostgreSQL undid the
 * transaction for the sake of another one: the same flight may succeed when it is sent again.
 */
const worthAnotherTry = (error: unknown): boolean => {
  const { code } = facts(error);
  if (code === undefined) return error instanceof Error && /connection|socket|terminated/i.test(error.message);
  return /^(08|40|57P0[123])/.test(code) || /^(ECONN|EPIPE|ENOENT|ETIMEDOUT)/.test(code);
};

/** Errors that a row or a statement of one append can cause: data, integrity, definition, and what PL/pgSQL raises. */
const blamesAnAppend = (error: unknown): boolean => /^(2[1-3]|42|P0)...$/.test(facts(error).code ?? '');

interface Flight {
  line: Line;
  wait: boolean;
  /** Alarms of a clock that moved back, which go with the flight that found it so. */
  alarms: readonly Prepared[];
}

/** The usual way in leaves it to the ledger's constraints to refuse a stream that has moved on or a command that was here before. */
const unlessLost = (error: unknown): null => {
  const { code, schema } = facts(error);
  if (code === '23505' && schema === 'ledger') return null;
  throw error;
};

const onceMore = [50, 250, 1000, 2000];
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The ledger's write door, with its readers. Appends of one process share flights (`lane.ts`): one call of
 * `ledger.append` a flight, one transaction, each append settled for itself. An append that a lost connection left
 * open is sent again: its command id makes that safe.
 */
export const createLedger = ({ pool, reactions }: LedgerOptions): FullLedger => {
  const newLane = (wait: boolean, emptied: () => void = () => {}): Lane => {
    const line = new Line(pool);
    return new Lane(
      (passengers) => fly(passengers, { line, wait, alarms: [] }),
      () => {
        line.giveBack();
        emptied();
      },
    );
  };
  // These never wait for an organisation that another transaction holds: its passengers change to a lane of their own.
  const lanes = Array.from({ length: 2 }, () => newLane(false));
  /** The lanes of such organisations, where one flight at a time waits, until nobody is left. */
  const aside = new Map<string, Lane>();
  const pending = new Set<Promise<AppendOutcome>>();
  let tables: ReadTables | undefined;

  const laneOf = (org: string): Lane => aside.get(org) ?? lanes[Number.parseInt(org.slice(-2), 16) % lanes.length]!;

  const sideLane = (org: string): Lane => {
    const lane = aside.get(org) ?? newLane(true, () => aside.delete(org));
    aside.set(org, lane);
    return lane;
  };

  const call = async (line: Line, what: Call): Promise<string | null> => {
    for (let attempt = 0; ; attempt++)
      try {
        return await line.ask(what);
      } catch (error) {
        const wait = onceMore[attempt];
        if (wait === undefined || !worthAnotherTry(error)) throw error;
        await sleep(wait);
      }
  };

  const ask = async (
    line: Line,
    batch: readonly Prepared[],
    alarmed: ReadonlySet<string>,
    wait: boolean,
  ): Promise<Answer> => {
    const usual = wait || alarmed.size > 0 ? undefined : usualCall(batch);
    const answer = usual && (await call(line, usual).catch(unlessLost));
    if (answer) {
      const [before, time] = answer.split(' ') as [string, string];
      return { sizes: [before], times: [time] };
    }
    return JSON.parse((await call(line, { ...general, values: encode(batch, alarmed, wait) }))!) as Answer;
  };

  /** Answers when the flight is back, with what tells its passengers. */
  const fly = async (passengers: Passenger[], { line, wait, alarms }: Flight): Promise<() => void> => {
    const sorted = passengers.toSorted((a, b) => compare(a.prepared.append.org, b.prepared.append.org));
    const alarmed = new Map(alarms.map((alarm) => [alarm.append.org, alarm]));
    const batch: Prepared[] = [];
    const seat = sorted.map((passenger, i) => {
      const { org } = passenger.prepared.append;
      const alarm = sorted[i - 1]?.prepared.append.org === org ? undefined : alarmed.get(org);
      if (alarm) batch.push(alarm);
      return batch.push(passenger.prepared) - 1;
    });
    let answer: Answer;
    try {
      answer = await ask(line, batch, new Set(alarmed.keys()), wait);
    } catch (error) {
      return settle(sorted, { line, wait, alarms }, error);
    }
    if (answer.clock_last) {
      const orgs = [...new Set(batch.map((prepared) => prepared.append.org))];
      const found = answer.clock_last.flatMap((last, i) =>
        last === null ? [] : [clockAlarm(orgs[i]!, last, answer.clock_now!)],
      );
      return fly(passengers, { line, wait, alarms: [...alarms, ...found] });
    }
    const orgs: string[] = [];
    let checks = 0;
    let events = 0;
    const place = batch.map(({ append, checks: its, events: recorded }): Place => {
      if (orgs.at(-1) !== append.org) {
        orgs.push(append.org);
        events = 0;
      }
      checks += its.length;
      events += recorded.length;
      return { org: orgs.length - 1, check: checks - its.length, event: events - recorded.length };
    });
    return () =>
      sorted.forEach((passenger, i) => {
        const n = seat[i]!;
        if (answer.outcomes?.[n] === 4) sideLane(passenger.prepared.append.org).board(passenger);
        else passenger.land(outcome(passenger.prepared, answer, n, place[n]!));
      });
  };

  /** A flight that failed is tried again by halves, so that only the append that is to blame fails. */
  const settle = async (sorted: Passenger[], { line, wait, alarms }: Flight, error: unknown): Promise<() => void> => {
    const [only] = sorted;
    const { code, schema, constraint } = facts(error);
    if (sorted.length === 1 && only) {
      const violated = (code === '23505' || code === '23P01') && schema === 'read' && constraint;
      return violated ? () => only.land({ kind: 'violated', constraint }) : () => only.fail(error);
    }
    // The database is away or full, or the organisation is held by somebody else: smaller flights would fare no better.
    if (!blamesAnAppend(error)) return () => sorted.forEach((passenger) => passenger.fail(error));
    const half = sorted.length >> 1;
    for (const part of [sorted.slice(0, half), sorted.slice(half)]) {
      const orgs = new Set(part.map((passenger) => passenger.prepared.append.org));
      const tell = await fly(part, { line, wait, alarms: alarms.filter((alarm) => orgs.has(alarm.append.org)) });
      tell();
    }
    return () => undefined;
  };

  const clockAlarm = (org: string, last: string, now: string): Prepared =>
    prepare(
      {
        org,
        actor: { kind: 'system', name: 'ledger' },
        // The same jump seen by two processes is one command.
        commandId: `clock-moved-back-${last}`,
        writes: [
          {
            stream: 'clock',
            expectedVersion: 'any',
            events: [{ type: 'ClockMovedBack', schema: 1, data: { lastRecordedAt: last, serverTime: now } }],
          },
        ],
      },
      reactions,
      tables!,
    );

  const append = async (request: Append): Promise<AppendOutcome> => {
    tables ??= await readTables(pool);
    const prepared = prepare(request, reactions, tables);
    return new Promise((land, fail) => laneOf(request.org).board({ prepared, land, fail }));
  };

  return {
    ...createReader(pool),
    append(request) {
      const result = append(request);
      pending.add(result);
      const done = () => pending.delete(result);
      result.then(done, done);
      return result;
    },
    async close() {
      await Promise.allSettled(pending);
    },
  };
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** An append's organisation in its batch, and how many checks and, of its organisation, events are in front of it. */
interface Place {
  org: number;
  check: number;
  event: number;
}

const outcome = (
  { append, streams, checks, events }: Prepared,
  answer: Answer,
  n: number,
  place: Place,
): AppendOutcome => {
  switch (answer.outcomes?.[n]) {
    case undefined: {
      const before = BigInt(answer.sizes[place.org]!) + BigInt(place.event);
      return {
        kind: 'appended',
        recordedAt: answer.times[place.org]!,
        firstPosition: String(before + 1n),
        lastPosition: String(before + BigInt(events.length)),
      };
    }
    case 1:
      return {
        kind: 'appended',
        recordedAt: answer.times[place.org]!,
        firstPosition: answer.firsts![n]!,
        lastPosition: answer.lasts![n]!,
      };
    case 2:
      return {
        kind: 'repeated',
        answer: JSON.parse(answer.answers![n]!) as Json,
        firstPosition: answer.firsts![n]!,
        lastPosition: answer.lasts![n]!,
      };
    case 3: {
      const check = checks[answer.streams![n]! - 1 - place.check]!;
      return { kind: 'conflict', stream: streams[check.stream]!, expected: check.version, actual: answer.actuals![n]! };
    }
    default:
      throw new Error(`ledger.append left the command ${append.commandId} unsettled.`);
  }
};

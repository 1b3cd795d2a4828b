import type { Actor } from '#events/actor.ts';
import type { Instant } from '#events/time.ts';

/** JSON as RFC 8259 has it, restricted to I-JSON (RFC 7493): no lone surrogates, no numbers beyond IEEE 754 doubles. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** An event that a command wants recorded. `schema` is the version of the payload's shape. */
export interface NewEvent {
  type: string;
  schema: number;
  data: JsonObject;
}

/** Everything the Merkle leaf holds: the canonical JSON (RFC 8785) of this object is what is hashed and stored. */
export interface EventEnvelope extends NewEvent {
  org: string;
  stream: string;
  /** 1 for a stream's first event. */
  version: number;
  /** From the server's clock; never runs backwards within an organisation. */
  recordedAt: Instant;
  /**
   * What the clock read, where that was not `recordedAt`: earlier than an event before, or later than a simulated time.
   */
  recordedAtClock?: string;
  actor: Actor;
  /**
   * On its command's first event: the SHA-256 (lower-case hex) of the stored answer; null where that is null.
   * Events of before this was recorded have none.
   */
  answer?: string | null;
  commandId: string;
}

/** An event with its position in the organisation's ledger (from 1). The tree binds the position, not the leaf. */
export interface RecordedEvent extends EventEnvelope {
  /** Decimal text: a JavaScript number would lose large positions. */
  position: string;
}

/**
 * What one command writes to one stream. `expectedVersion` 0 means the stream does not exist yet; 'any' is for facts
 * that no rule forbids (a download, a failed sign-in): they never conflict, and projections cannot read their
 * `version`.
 */
export interface StreamWrite {
  stream: string;
  expectedVersion: number | 'any';
  events: NewEvent[];
}

/** A stream that the decision rested on but that is not written: its version must still be this one. */
export interface StreamExpectation {
  stream: string;
  version: number;
}

/** One command's atomic write. All of it is recorded, or nothing. */
export interface Append {
  org: string;
  actor: Actor;
  /** Idempotency: a second append with the same id in the same organisation answers what the first did. */
  commandId: string;
  writes: StreamWrite[];
  expect?: StreamExpectation[];
  /** What the command answers; stored with the command id, so that a second try answers the same. */
  answer?: Json;
  /** From then on nothing is recorded any more. The end of the rights that the command rests on. */
  before?: Instant;
  /**
   * The demonstration's clock: recorded instead of the present, beside what the server's clock reads.
   * Refused unless the organisation's first event says that its times are simulated. No jobs follow such events.
   */
  simulatedAt?: Instant;
}

export type AppendOutcome =
  | { kind: 'appended'; recordedAt: Instant; firstPosition: string; lastPosition: string }
  | { kind: 'repeated'; answer: Json; firstPosition: string; lastPosition: string }
  | { kind: 'conflict'; stream: string; expected: number; actual: number }
  /** The moment `before` had come. */
  | { kind: 'late' }
  /** A constraint of a read model refused a row: the database's own uniqueness, by the constraint's name. */
  | { kind: 'violated'; constraint: string };

/** A row of a read model. `org_id` is added by the ledger. */
export type Row = Record<string, Json>;

/**
 * What a projection does with one event. Rows are named by their full primary key, never found by a search,
 * so that the same operations run set-based in the append's transaction and as a fold in memory when rebuilding.
 * `when` guards a patch: it applies only where the row's columns still equal these values.
 */
export type ProjectionOp =
  | { op: 'put'; table: string; row: Row }
  | { op: 'patch'; table: string; key: Row; changes: Row; when?: Row }
  | { op: 'remove'; table: string; key: Row }
  /** Puts the rows of this table that were staged for an import; `clear` removes what was staged. */
  | { op: 'release' | 'clear'; table: string; key: { import_uid: string } };

/** A read model's table in schema `read`. `key` is its primary key without `org_id`. */
export interface ProjectionTable {
  name: string;
  key: readonly string[];
}

/** A job for the queue, enqueued in the append's own transaction. */
export interface JobSpec {
  task: string;
  payload: JsonObject;
  /** At most one waiting job has this key (graphile-worker's job_key). */
  key?: string;
  runAt?: Instant;
}

/**
 * What happens with each event inside the append's transaction. Both are pure. `recordedAt` and `position` of the event
 * that they are given are opaque tokens that may be put in a row or a payload as they are (the true values are set
 * under the organisation's lock), never read.
 */
export interface Reactions {
  tables: readonly ProjectionTable[];
  project(event: RecordedEvent): ProjectionOp[];
  enqueue(event: RecordedEvent): JobSpec[];
}

/** A stream as it was read. `version` 0 and no events: it does not exist. */
export interface StreamRead {
  version: number;
  events: RecordedEvent[];
}

/** The interface of the ledger for commands. Implemented in append.ts and read.ts. */
export interface Ledger {
  append(append: Append): Promise<AppendOutcome>;
  readStream(org: string, stream: string): Promise<StreamRead>;
  /** Versions alone, for `expect`; 0 where the stream does not exist. */
  streamVersions(org: string, streams: readonly string[]): Promise<Map<string, number>>;
  /** What the command with this id answered, where it was already carried out. */
  commandAnswer(org: string, commandId: string): Promise<{ answer: Json } | null>;
}

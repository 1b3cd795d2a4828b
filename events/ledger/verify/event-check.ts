import { hash } from 'node:crypto';
import { type RowHandler, int8 } from '#events/ledger/copy.ts';
import { Frontier, leafHash } from '#events/ledger/tree.ts';
import type { EventEnvelope } from '#events/ledger/types.ts';
import { instantOf, type Instant } from '#events/time.ts';
import { CommandOrder, type NamedInAnswer, namesIn, wrongAnswer } from './commands.ts';
import type { Damage, Report } from './damage.ts';
import type { TreeCheck } from './tree-check.ts';

/** The columns that `readRow` reads, in its order. */
export const checkedColumns =
  'position, version, recorded_at, stream, type, command_id, command_last, leaf, canonical, command_answer';
export const checkedFields = 10;

/** One row of `ledger.event`; undefined: the column was emptied. */
interface StoredRow {
  position: number;
  version: number | undefined;
  /** In milliseconds. */
  recordedAt: number | undefined;
  stream: string | undefined;
  type: string | undefined;
  commandId: string | undefined;
  commandLast: number | undefined;
  leaf: Buffer | undefined;
  canonical: Buffer | undefined;
  answer: string | undefined;
}

/** Milliseconds from 1970 to PostgreSQL's own beginning, 2000-01-01. */
const epoch = 946_684_800_000;

/** Reads a row of a binary COPY. The buffer is good only during the call of the row handler. */
const readRow = (buffer: Buffer, starts: Int32Array, ends: Int32Array): StoredRow => ({
  position: int8(buffer, starts[0]!),
  version: starts[1]! < 0 ? undefined : buffer.readInt32BE(starts[1]),
  recordedAt: starts[2]! < 0 ? undefined : epoch + int8(buffer, starts[2]!) / 1000,
  stream: readText(buffer, starts[3]!, ends[3]!),
  type: readText(buffer, starts[4]!, ends[4]!),
  commandId: readText(buffer, starts[5]!, ends[5]!),
  commandLast: starts[6]! < 0 ? undefined : int8(buffer, starts[6]!),
  leaf: starts[7]! < 0 ? undefined : buffer.subarray(starts[7], ends[7]),
  canonical: starts[8]! < 0 ? undefined : buffer.subarray(starts[8], ends[8]),
  answer: readText(buffer, starts[9]!, ends[9]!),
});

const readText = (buffer: Buffer, start: number, end: number): string | undefined =>
  start < 0 ? undefined : buffer.toString('utf8', start, end);

/** The columns that no row is without, in words. */
const required = [
  ['version', 'version'],
  ['recordedAt', 'recorded time'],
  ['stream', 'stream'],
  ['type', 'type'],
  ['commandId', 'command'],
  ['leaf', 'hash'],
  ['canonical', 'text'],
] as const;

/** The columns that repeat a member of the event, in words. */
const repeated = [
  ['stream', 'stream'],
  ['version', 'version'],
  ['type', 'type'],
  ['commandId', 'command'],
] as const;

export interface EventCheckOptions {
  org: string;
  tree: TreeCheck;
  report: Report;
  /** Gets each event whose bytes can be read. */
  onEvent(position: string, event: EventEnvelope): void;
}

/** Goes through an organisation's events in order of position and recomputes what can be computed from their bytes. */
export class EventCheck {
  readonly frontier = new Frontier();
  /** The last position that was read. */
  position = 0;
  /** A position was missing: the tree beyond it cannot be computed. */
  broken = false;
  /** What stored answers name and the first event of their command does not. */
  readonly named: NamedInAnswer[] = [];
  #time = -Infinity;
  /** When the last event was recorded by the clock, also where its time is simulated. */
  lastClockAt: Instant | null = null;
  /** What the organisation's first event says. */
  #timesSimulated = false;
  readonly #versions = new Map<string, number>();
  readonly #commands: CommandOrder;

  constructor(private readonly options: EventCheckOptions) {
    this.#commands = new CommandOrder(options.report);
  }

  /** The last event's recorded time as `timeText` has it; null: there is no event. */
  get lastRecordedAt(): Instant | null {
    return this.#time === -Infinity ? null : timeText(this.#time);
  }

  readonly row: RowHandler = (buffer, starts, ends) => {
    const row = readRow(buffer, starts, ends);
    if (row.position === this.position) {
      this.#damage('event', 'another event has this position too: one of them was put in beside the product');
      return;
    }
    if (row.position !== this.position + 1) this.#gap(row.position);
    this.position = row.position;
    const computed = row.canonical && leafHash(row.canonical);
    if (computed && row.leaf && !computed.equals(row.leaf))
      this.#damage('event', 'the stored bytes do not have the recorded hash: a byte was changed');
    const event = row.canonical && parseEvent(row.canonical);
    this.#checkTime(row);
    this.#checkColumns(row, event);
    this.#checkVersion(row);
    if (row.commandId !== undefined) this.#commands.add(row.position, row.commandId, row.commandLast ?? 0);
    if (event) this.#checkAnswer(row, event);
    this.#grow(row.leaf ?? computed);
  };

  /** After the last event. */
  finish(): void {
    if (!this.broken) this.#commands.finish(this.position);
  }

  #damage(what: Damage['what'], reason: string): void {
    this.options.report({ position: String(this.position), what, reason });
  }

  #gap(position: number): void {
    this.broken = true;
    const [from, to] = [String(this.position + 1), String(position - 1)];
    this.options.report({ position: from, to, what: 'missing', reason: 'no event is there' });
  }

  #grow(leaf: Buffer | undefined): void {
    this.broken ||= leaf === undefined;
    if (this.broken) return;
    const { tree } = this.options;
    this.frontier.add(leaf!, tree.onComplete);
    tree.onSize(this.frontier);
  }

  #checkTime({ recordedAt }: StoredRow): void {
    if (recordedAt === undefined) return;
    if (recordedAt < this.#time)
      this.#damage('time', 'it was recorded before the event in front of it: the order was changed');
    this.#time = recordedAt;
  }

  #checkVersion({ stream, version }: StoredRow): void {
    if (stream === undefined || version === undefined) return;
    const before = this.#versions.get(stream) ?? 0;
    if (version !== before + 1)
      this.#damage('stream', `it is version ${version} of the stream ${stream}, after version ${before}`);
    this.#versions.set(stream, version);
  }

  /** Compares the columns with the event that the bytes hold. */
  #checkColumns(row: StoredRow, event: EventEnvelope | undefined): void {
    let isComplete = true;
    for (const [column, name] of required)
      if (row[column] === undefined) {
        isComplete = false;
        this.#damage('column', `its ${name} is gone: the column was emptied`);
      }
    if (!isComplete) return;
    if (!event) {
      this.#damage('event', 'the stored bytes are no event');
      return;
    }
    const { org } = this.options;
    if (event.org !== org) this.#damage('column', `the bytes belong to the organisation ${event.org}`);
    for (const [column, name] of repeated)
      if (event[column] !== row[column])
        this.#damage('column', `its ${name} is stored as ${row[column]}, but the bytes say ${event[column]}`);
    const recordedAt = timeText(row.recordedAt!);
    if (event.recordedAt !== recordedAt)
      this.#damage('column', `its recorded time is stored as ${recordedAt}, but the bytes say ${event.recordedAt}`);
    this.lastClockAt = clockOf(event);
    if (row.position === 1) this.#timesSimulated = hasMark(event);
    if (!this.#timesSimulated && (event.recordedAtClock ?? '') > event.recordedAt)
      this.#damage('time', 'it has a simulated time, in an organisation whose first event does not say so');
    this.options.onEvent(String(row.position), event);
  }

  /** The stored answer of a command lies outside the hashed bytes, which hold its hash. */
  #checkAnswer({ answer, canonical, commandLast }: StoredRow, event: EventEnvelope): void {
    if ((answer === undefined) !== (commandLast === undefined)) {
      const orphan = 'a stored answer is beside an event that began no command';
      this.#damage('answer', answer === undefined ? 'its command has no stored answer' : orphan);
      return;
    }
    if (answer === undefined) return;
    if (event.answer === undefined) this.#checkUnboundAnswer(answer, canonical!, commandLast!);
    else if (event.answer !== (answer === 'null' ? null : hash('sha256', answer)))
      this.#damage('answer', 'the stored answer of its command does not have the hash in its bytes: it was changed');
  }

  /** An answer from before its hash was recorded: the command's events must hold what it names. */
  #checkUnboundAnswer(answer: string, canonical: Buffer, end: number): void {
    const names = namesIn(answer);
    if (!names) this.#damage('answer', 'the stored answer of its command is not JSON');
    for (const name of names ?? []) {
      if (canonical.includes(name)) continue;
      if (end > this.position) this.named.push({ position: this.position, end, name });
      else this.options.report(wrongAnswer(this.position, name));
    }
  }
}

/** What the clock read, where it is later than the recorded time, which is simulated then. */
export const clockOf = ({ recordedAt, recordedAtClock = recordedAt }: EventEnvelope): string =>
  recordedAtClock > recordedAt ? recordedAtClock : recordedAt;

const hasMark = ({ type, data }: EventEnvelope): boolean =>
  type === 'OrganisationCreated' && data.timesSimulated === true;

/** The event that stored bytes hold, if they hold one. */
export const parseEvent = (canonical: Buffer | string): EventEnvelope | undefined => {
  try {
    const value: unknown = JSON.parse(canonical.toString());
    return typeof value === 'object' && value !== null && 'data' in value ? (value as EventEnvelope) : undefined;
  } catch {
    return undefined;
  }
};

/**
 * A stored time as ISO 8601: in milliseconds as in the bytes, and more exactly where it was changed. PostgreSQL's times
 * reach beyond JavaScript's, to infinity.
 */
const timeText = (time: number): string => {
  if (!(Math.abs(time) <= 8.64e15)) return `${time < 0 ? '-' : ''}infinity`;
  const whole = Math.floor(time);
  const text = instantOf(whole);
  return time === whole ? text : text.replace('Z', `${String(Math.round((time - whole) * 1000)).padStart(3, '0')}Z`);
};

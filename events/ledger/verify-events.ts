import { hash } from 'node:crypto';
import type { RowHandler } from './copy.ts';
import { Frontier } from './tree.ts';
import type { EventEnvelope } from './types.ts';

/** Something that is not as it was recorded. */
export interface Damage {
  /** The position it was found at, or the first of a range; null where no position can be named. Decimal text. */
  position: string | null;
  /** The last position of a range. */
  to?: string;
  what:
    'event' | 'missing' | 'beyond' | 'column' | 'stream' | 'time' | 'command' | 'node' | 'head' | 'checkpoint' | 'file';
  /** A sentence without the position. */
  reason: string;
}

/** The columns that `EventCheck` reads, in its order. */
export const checkedColumns = 'position, version, recorded_at, stream, type, command_id, command_last, leaf, canonical';
export const checkedFields = 9;

/** Milliseconds from 1970 to PostgreSQL's own beginning, 2000-01-01. */
const epoch = 946_684_800_000;

const int8 = (buffer: Buffer, at: number): number => buffer.readInt32BE(at) * 2 ** 32 + buffer.readUInt32BE(at + 4);

export interface EventCheckOptions {
  org: string;
  report: (damage: Damage) => void;
  /** Each complete subtree of the levels that are stored. */
  closed: (level: number, index: number, hash: Buffer) => void;
  /** After each leaf, the tree so far. */
  grown: (frontier: Frontier) => void;
  /** A text that an event with recorded files holds, and what to do with such an event. */
  mark?: string;
  marked?: (position: string, event: EventEnvelope) => void;
}

/** The columns of one row, as far as they are copies of what its bytes hold. */
interface Columns {
  stream: string;
  version: number;
  type: string;
  commandId: string;
  recordedAt: string;
}

/** Goes through an organisation's events in order of position and re-computes what can be computed from their bytes. */
export class EventCheck {
  readonly frontier = new Frontier();
  /** The last position that was seen. */
  position = 0;
  /** A position was missing: the tree beyond it cannot be computed any more. */
  broken = false;
  lastRecordedAt: string | null = null;

  private readonly versions = new Map<string, number>();
  private readonly options: EventCheckOptions;
  private readonly mark: Buffer | undefined;
  /** `","org":…,"recordedAt":…,"schema":` for the time of the latest event. */
  private middle: Buffer = Buffer.alloc(0);
  private time = -Infinity;
  private commandId = '';
  private commandEnd = 0;

  constructor(options: EventCheckOptions) {
    this.options = options;
    this.mark = options.mark === undefined ? undefined : Buffer.from(options.mark);
  }

  readonly row: RowHandler = (buffer, starts, ends) => {
    const position = int8(buffer, starts[0]!);
    if (position !== this.position + 1) this.gap(position);
    this.position = position;
    this.leaf(buffer, starts, ends);
    this.recorded(int8(buffer, starts[2]!));
    if (!this.same(buffer, starts, ends)) this.compare(buffer, starts, ends);
    this.version(buffer.toString('latin1', starts[3]!, ends[3]!), buffer.readInt32BE(starts[1]!));
    this.command(buffer.toString('latin1', starts[5]!, ends[5]!), starts[6]! < 0 ? 0 : int8(buffer, starts[6]!));
    if (this.mark) this.marked(buffer, starts[8]!, ends[8]!);
  };

  private damage(what: Damage['what'], reason: string): void {
    this.options.report({ position: String(this.position), what, reason });
  }

  private gap(position: number): void {
    this.broken = true;
    this.options.report({
      position: String(this.position + 1),
      to: String(position - 1),
      what: 'missing',
      reason: 'no event is there',
    });
  }

  private leaf(buffer: Buffer, starts: Int32Array, ends: Int32Array): void {
    const start = starts[8]! - 1;
    // The byte before the text was the end of its length: as 0x00 it makes the RFC 6962 leaf without a copy.
    buffer[start] = 0;
    let leaf = hash('sha256', buffer.subarray(start, ends[8]!), 'buffer');
    if (ends[7]! - starts[7]! !== 32 || !sameBytes(leaf, 0, buffer, starts[7]!, 32)) {
      this.damage('event', 'the stored bytes do not have the recorded hash: a byte was changed');
      leaf = Buffer.from(buffer.subarray(starts[7]!, ends[7]!));
    }
    if (this.broken) return;
    this.frontier.add(leaf, this.options.closed);
    this.options.grown(this.frontier);
  }

  private recorded(micros: number): void {
    const time = epoch + micros / 1000;
    if (time === this.time) return;
    if (time < this.time) this.damage('time', 'it was recorded before the event in front of it: the order was changed');
    this.time = time;
    this.lastRecordedAt = new Date(time).toISOString();
    this.middle = Buffer.from(`,"org":"${this.options.org}","recordedAt":"${this.lastRecordedAt}","schema":`);
  }

  private version(stream: string, version: number): void {
    const before = this.versions.get(stream) ?? 0;
    this.versions.set(stream, version);
    if (version === before + 1) return;
    const name = Buffer.from(stream, 'latin1').toString();
    this.damage('stream', `it is version ${version} of the stream ${name}, after version ${before}`);
  }

  private command(commandId: string, last: number): void {
    const { position } = this;
    if (position > this.commandEnd) {
      if (last < position) this.damage('command', 'the command that begins here has no end');
    } else if (last === 0 && commandId === this.commandId) return;
    else this.damage('command', `the command before it should reach to position ${this.commandEnd}`);
    this.commandId = commandId;
    this.commandEnd = Math.max(last, position);
  }

  private marked(buffer: Buffer, start: number, end: number): void {
    const at = buffer.indexOf(this.mark!, start);
    if (at < 0 || at >= end) return;
    const event = parse(buffer.toString('utf8', start, end));
    if (event) this.options.marked?.(String(this.position), event);
  }

  /**
   * Whether the columns are what the bytes say, told from the bytes alone, which is so nearly always: what RFC 8785 puts
   * last is compared from the end, the command from the end of the actor. False: it takes a closer look to say.
   */
  private same(buffer: Buffer, starts: Int32Array, ends: Int32Array): boolean {
    const start = starts[8]!;
    const typeLength = ends[4]! - starts[4]!;
    const streamLength = ends[3]! - starts[3]!;
    let at = ends[8]! - 1;
    // No shorter text is an event with these columns, so that nothing below reads in front of it.
    if (at - start < typeLength + streamLength + this.middle.length + 80) return false;
    if (buffer[at] !== 0x7d) return false;
    for (let rest = buffer.readInt32BE(starts[1]!); rest > 0; rest = (rest / 10) | 0)
      if (buffer[--at] !== 0x30 + (rest % 10)) return false;
    if (!sameBytes(beforeVersion, 0, buffer, (at -= beforeVersion.length), beforeVersion.length)) return false;
    if (!sameBytes(buffer, starts[4]!, buffer, (at -= typeLength), typeLength)) return false;
    if (!sameBytes(beforeType, 0, buffer, (at -= beforeType.length), beforeType.length)) return false;
    if (!sameBytes(buffer, starts[3]!, buffer, (at -= streamLength), streamLength)) return false;
    if (!sameBytes(beforeStream, 0, buffer, (at -= beforeStream.length), beforeStream.length)) return false;
    const digits = at;
    while (buffer[at - 1]! >= 0x30 && buffer[at - 1]! <= 0x39) at--;
    if (digits === at) return false;
    if (!sameBytes(this.middle, 0, buffer, (at -= this.middle.length), this.middle.length)) return false;
    // The actor is the first member and flat: the first brace in front of "commandId" ends it.
    const brace = buffer.indexOf(0x7d, start);
    const command = brace + beforeCommand.length;
    const length = ends[5]! - starts[5]!;
    return (
      sameBytes(beforeCommand, 0, buffer, brace, beforeCommand.length) &&
      sameBytes(buffer, starts[5]!, buffer, command, length) &&
      sameBytes(afterCommand, 0, buffer, command + length, afterCommand.length)
    );
  }

  /** The closer look, which names the column. */
  private compare(buffer: Buffer, starts: Int32Array, ends: Int32Array): void {
    const event = parse(buffer.toString('utf8', starts[8]!, ends[8]!));
    if (!event) {
      this.damage('event', 'the stored bytes are no event');
      return;
    }
    if (event.org !== this.options.org) this.damage('column', `the bytes belong to the organisation ${event.org}`);
    const columns: Columns = {
      stream: buffer.toString('utf8', starts[3]!, ends[3]!),
      version: buffer.readInt32BE(starts[1]!),
      type: buffer.toString('utf8', starts[4]!, ends[4]!),
      commandId: buffer.toString('utf8', starts[5]!, ends[5]!),
      recordedAt: this.lastRecordedAt!,
    };
    for (const name of ['stream', 'version', 'type', 'commandId', 'recordedAt'] as const)
      if (event[name] !== columns[name])
        this.damage('column', `its ${words[name]} is stored as ${columns[name]}, but the bytes say ${event[name]}`);
  }
}

const beforeVersion = Buffer.from('","version":');
const beforeType = Buffer.from('","type":"');
const beforeStream = Buffer.from(',"stream":"');
const beforeCommand = Buffer.from('},"commandId":"');
const afterCommand = Buffer.from('","data":');

/** A loop, since these are short: calling into the runtime would cost more than comparing. */
const sameBytes = (a: Uint8Array, atA: number, b: Uint8Array, atB: number, length: number): boolean => {
  for (let i = 0; i < length; i++) if (a[atA + i] !== b[atB + i]) return false;
  return true;
};

const words = {
  stream: 'stream',
  version: 'version',
  type: 'type',
  commandId: 'command',
  recordedAt: 'recorded time',
} as const;

const parse = (text: string): EventEnvelope | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'data' in value ? (value as EventEnvelope) : undefined;
  } catch {
    return undefined;
  }
};

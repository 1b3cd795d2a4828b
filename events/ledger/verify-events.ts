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
  private readonly orgText: string;
  private time = -Infinity;
  private timeText = '';
  private commandId = '';
  private commandEnd = 0;

  constructor(options: EventCheckOptions) {
    this.options = options;
    this.orgText = `,"org":"${options.org}","recordedAt":"`;
  }

  readonly row: RowHandler = (buffer, starts, ends) => {
    const { report, closed, grown, mark, marked } = this.options;
    const position = int8(buffer, starts[0]!);
    const damage = (what: Damage['what'], reason: string) => report({ position: String(position), what, reason });
    const version = buffer.readInt32BE(starts[1]!);
    const micros = int8(buffer, starts[2]!);
    const stream = buffer.toString('utf8', starts[3]!, ends[3]!);
    const type = buffer.toString('utf8', starts[4]!, ends[4]!);
    const commandId = buffer.toString('utf8', starts[5]!, ends[5]!);
    const text = buffer.toString('utf8', starts[8]!, ends[8]!);

    if (position !== this.position + 1) {
      this.broken = true;
      report({
        position: String(this.position + 1),
        to: String(position - 1),
        what: 'missing',
        reason: 'no event is there',
      });
    }
    this.position = position;

    // The byte before the text was the end of its length: as 0x00 it makes the RFC 6962 leaf without a copy.
    buffer[starts[8]! - 1] = 0;
    let leaf = hash('sha256', buffer.subarray(starts[8]! - 1, ends[8]!), 'buffer');
    if (buffer.compare(leaf, 0, 32, starts[7]!, ends[7]!) !== 0) {
      damage('event', 'the stored bytes do not have the recorded hash: a byte was changed');
      leaf = Buffer.from(buffer.subarray(starts[7]!, ends[7]!));
    }
    if (!this.broken) {
      this.frontier.add(leaf, closed);
      grown(this.frontier);
    }

    const time = epoch + micros / 1000;
    if (time < this.time) damage('time', 'it was recorded before the event in front of it: the order was changed');
    if (time !== this.time) this.timeText = new Date(time).toISOString();
    this.time = time;
    this.lastRecordedAt = this.timeText;
    this.compare(text, { stream, version, type, commandId, recordedAt: this.timeText }, damage);

    const before = this.versions.get(stream) ?? 0;
    if (version !== before + 1)
      damage('stream', `it is version ${version} of the stream ${stream}, after version ${before}`);
    this.versions.set(stream, version);

    const last = starts[6]! < 0 ? 0 : int8(buffer, starts[6]!);
    if (position > this.commandEnd) {
      if (last < position) damage('command', 'the command that begins here has no end');
      this.commandId = commandId;
      this.commandEnd = Math.max(last, position);
    } else if (last !== 0 || commandId !== this.commandId) {
      damage('command', `the command ${this.commandId} should reach to position ${this.commandEnd}`);
      this.commandId = commandId;
      this.commandEnd = Math.max(last, position);
    }

    if (mark !== undefined && text.includes(mark)) {
      const event = parse(text);
      if (event) marked?.(String(position), event);
    }
  };

  /** The columns are copies of what the bytes hold. The usual case compares text; only a difference is parsed. */
  private compare(
    text: string,
    columns: { stream: string; version: number; type: string; commandId: string; recordedAt: string },
    damage: (what: Damage['what'], reason: string) => void,
  ): void {
    const tail = `,"stream":${JSON.stringify(columns.stream)},"type":${JSON.stringify(columns.type)},"version":${columns.version}}`;
    const middle = `${this.orgText}${columns.recordedAt}","schema":`;
    const command = `},"commandId":${JSON.stringify(columns.commandId)},"data":`;
    const at = text.length - tail.length;
    // The schema's number, of one to six digits, stands between the two.
    const from = text.lastIndexOf(middle, at);
    const digits = at - from - middle.length;
    // The actor is the first member and flat: the first brace before "commandId" ends it.
    const second = text.indexOf('},"commandId":"');
    if (text.endsWith(tail) && from > 0 && digits > 0 && digits < 7 && second > 0 && text.startsWith(command, second))
      return;
    const event = parse(text);
    if (!event) {
      damage('event', 'the stored bytes are no event');
      return;
    }
    if (event.org !== this.options.org) damage('column', `the bytes belong to the organisation ${event.org}`);
    for (const name of ['stream', 'version', 'type', 'commandId', 'recordedAt'] as const)
      if (event[name] !== columns[name])
        damage('column', `its ${words[name]} is stored as ${columns[name]}, but the bytes say ${event[name]}`);
  }
}

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

import { type RowHandler, int8 } from '#events/ledger/copy.ts';
import type { Damage } from './damage.ts';
import type { Found, Range, RangeFinding } from '#events/ledger/range.ts';
import {
  afterCommand,
  answerDigest,
  beforeCommand,
  beforeStream,
  beforeType,
  beforeVersion,
  boundAnswer,
  isNull,
  leafOf,
  parseEvent,
  pastAnswer,
  sameBytes,
} from '#events/ledger/append/event-bytes.ts';
import { type Closed, Frontier } from '#events/ledger/tree.ts';
import { CommandOrder, type CommandStep, type NamedInAnswer, answerReason, namedIn } from './commands.ts';

/** The columns that `EventCheck` reads, in its order. */
export const checkedColumns =
  'position, version, recorded_at, stream, type, command_id, command_last, leaf, canonical, command_answer';
export const checkedFields = 10;

/** Milliseconds from 1970 to PostgreSQL's own beginning, 2000-01-01. */
const epoch = 946_684_800_000;

/** The columns of one row, as far as they are copies of what its bytes hold. */
interface Columns {
  stream: string;
  version: number;
  type: string;
  commandId: string;
  recordedAt: string;
}

/** Goes through the events of a range in order of position and re-computes what can be computed from their bytes. */
export class EventCheck {
  private readonly range: Range;
  private readonly frontier = new Frontier();
  private readonly found: Found[] = [];
  private readonly nodes: RangeFinding['nodes'] = [];
  private readonly sizes: RangeFinding['sizes'] = [];
  private readonly markedEvents: RangeFinding['marked'] = [];
  private readonly named: NamedInAnswer[] = [];
  private readonly opening: CommandStep[] = [];
  private readonly mark: Buffer | undefined;
  private readonly streams = new Map<string, { position: number; first: number; last: number }>();
  private first = 0;
  private position: number;
  /** A position was missing: the tree beyond it cannot be computed any more. */
  private broken = false;
  /** `","org":…,"recordedAt":…,"schema":` for the time of the latest event. */
  private middle: Buffer = Buffer.alloc(0);
  private recordedAt = '';
  private firstTime = -Infinity;
  private time = -Infinity;
  private commands: CommandOrder | undefined;

  constructor(range: Range) {
    this.range = range;
    this.position = range.from - 1;
    this.mark = range.mark === undefined ? undefined : Buffer.from(range.mark);
  }

  readonly row: RowHandler = (buffer, starts, ends) => {
    const position = int8(buffer, starts[0]!);
    if (position !== this.position + 1) this.gap(position);
    if (this.first === 0) this.first = position;
    this.position = position;
    if (required.some(([column]) => starts[column]! < 0)) {
      this.incomplete(buffer, starts, ends);
      return;
    }
    this.leaf(buffer, starts, ends);
    this.recorded(int8(buffer, starts[2]!));
    if (!this.same(buffer, starts, ends)) this.compare(buffer, starts, ends);
    this.sequence(buffer, starts, ends);
    if (this.mark) this.marked(buffer, starts[8]!, ends[8]!);
    this.answer(buffer, starts, ends);
  };

  finding(): RangeFinding {
    const streams = [...this.streams.values()];
    return {
      first: this.first,
      last: this.first === 0 ? 0 : this.position,
      found: this.found,
      firstTime: this.firstTime,
      lastTime: this.time,
      streams: {
        names: [...this.streams.keys()],
        positions: Float64Array.from(streams, (stream) => stream.position),
        first: Int32Array.from(streams, (stream) => stream.first),
        last: Int32Array.from(streams, (stream) => stream.last),
      },
      opening: this.opening,
      closing: this.commands && {
        commandId: this.commands.commandId,
        from: this.commands.from,
        end: this.commands.end,
      },
      leaves: this.frontier.size,
      peaks: this.frontier.hashes,
      broken: this.broken,
      nodes: this.nodes,
      sizes: this.sizes,
      marked: this.markedEvents,
      named: this.named,
    };
  }

  private damage(what: Damage['what'], reason: string): void {
    // More than anybody is told need not be carried about.
    if (this.found.length <= told)
      this.found.push({ at: this.position, damage: { position: String(this.position), what, reason } });
  }

  private gap(position: number): void {
    this.broken = true;
    // What is missing in front of the range's first event may have begun before it.
    if (this.first === 0) return;
    this.found.push({ at: position, damage: missing(this.position + 1, position - 1) });
  }

  /** A column was emptied, by somebody who removed its constraint too: what is left of the row is checked as far as it goes. */
  private incomplete(buffer: Buffer, starts: Int32Array, ends: Int32Array): void {
    for (const [column, name] of required)
      if (starts[column]! < 0) this.damage('column', `its ${name} is gone: the column was emptied`);
    if (starts[8]! >= 0 && starts[7]! >= 0) this.leaf(buffer, starts, ends);
    else if (starts[7]! >= 0) this.grow(buffer.toString('latin1', starts[7]!, ends[7]!));
    else if (starts[8]! >= 0) this.grow(leafOf(buffer, starts[8]!, ends[8]!));
    else this.broken = true;
    if (starts[2]! >= 0) this.recorded(int8(buffer, starts[2]!));
    this.sequence(buffer, starts, ends);
  }

  private sequence(buffer: Buffer, starts: Int32Array, ends: Int32Array): void {
    if (starts[3]! >= 0 && starts[1]! >= 0)
      this.version(buffer.toString('latin1', starts[3]!, ends[3]!), buffer.readInt32BE(starts[1]!));
    if (starts[5]! >= 0)
      this.command(buffer.toString('latin1', starts[5]!, ends[5]!), starts[6]! < 0 ? 0 : int8(buffer, starts[6]!));
  }

  private leaf(buffer: Buffer, starts: Int32Array, ends: Int32Array): void {
    const leaf = leafOf(buffer, starts[8]!, ends[8]!);
    const recorded = buffer.toString('latin1', starts[7]!, ends[7]!);
    if (leaf !== recorded) this.damage('event', 'the stored bytes do not have the recorded hash: a byte was changed');
    this.grow(recorded);
  }

  private grow(leaf: string): void {
    if (this.broken) return;
    this.frontier.addLatin1(leaf, this.closed);
    if (this.range.sizes[this.sizes.length] === this.position)
      this.sizes.push({ size: this.position, peaks: this.frontier.hashes });
  }

  private readonly closed: Closed = (level, index, hash) => {
    if (level % storedLevels !== 0) return;
    this.nodes.push({ level, index: (this.range.from - 1) / 2 ** level + index, hash: hash() });
  };

  private recorded(micros: number): void {
    const time = epoch + micros / 1000;
    if (time === this.time) return;
    if (time < this.time) this.damage('time', timeReason);
    if (this.firstTime === -Infinity) this.firstTime = time;
    this.time = time;
    this.recordedAt = timeText(time);
    this.middle = Buffer.from(`,"org":"${this.range.org}","recordedAt":"${this.recordedAt}","schema":`);
  }

  private version(name: string, version: number): void {
    const stream = this.streams.get(name);
    if (!stream) {
      this.streams.set(name, { position: this.position, first: version, last: version });
      return;
    }
    if (version !== stream.last + 1) this.damage('stream', streamReason(name, version, stream.last));
    stream.last = version;
  }

  private command(commandId: string, last: number): void {
    if (this.commands) {
      const reason = this.commands.step(this.position, commandId, last);
      if (reason) this.damage('command', reason);
      return;
    }
    this.opening.push({ position: this.position, commandId, last });
    if (last === 0) return;
    this.commands = new CommandOrder();
    this.commands.begin(this.position, commandId, last);
  }

  private marked(buffer: Buffer, start: number, end: number): void {
    const at = buffer.indexOf(this.mark!, start);
    if (at < 0 || at >= end) return;
    this.markedEvents.push({ position: String(this.position), canonical: buffer.toString('utf8', start, end) });
  }

  /** The answer that is kept for a command that is sent again lies outside the hashed bytes, which have its hash. */
  private answer(buffer: Buffer, starts: Int32Array, ends: Int32Array): void {
    const first = starts[6]! >= 0;
    if (starts[9]! >= 0 !== first) {
      this.damage(
        'answer',
        first ? 'its command has no kept answer' : 'a kept answer is beside an event that began no command',
      );
      return;
    }
    if (!first) return;
    const [start, after] = [starts[9]!, ends[9]!];
    const bound = boundAnswer(buffer, starts[8]!, ends[8]!);
    if (bound === undefined) this.unbound(buffer, starts, ends);
    else if (isNull(buffer, start, after) ? bound !== null : bound !== answerDigest(buffer, start, after))
      this.damage(
        'answer',
        'the kept answer of its command is not the one that its bytes have the hash of: it was changed',
      );
  }

  /** An answer of before its hash was recorded: what it names must be in the command's events. */
  private unbound(buffer: Buffer, starts: Int32Array, ends: Int32Array): void {
    if (isNull(buffer, starts[9]!, ends[9]!)) return;
    const names = namedIn(buffer.toString('utf8', starts[9]!, ends[9]!));
    if (!names) {
      this.damage('answer', 'the kept answer of its command is not JSON');
      return;
    }
    const end = int8(buffer, starts[6]!);
    for (const name of names) {
      const at = buffer.indexOf(name, starts[8]!, 'latin1');
      if (at >= 0 && at < ends[8]!) continue;
      if (end > this.position) this.named.push({ position: this.position, end, name });
      else this.damage('answer', answerReason(name));
    }
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
    const actorEnd = buffer.indexOf(0x7d, start) + 1;
    const answerEnd = pastAnswer(buffer, actorEnd);
    const command = answerEnd + beforeCommand.length;
    const length = ends[5]! - starts[5]!;
    return (
      sameBytes(beforeCommand, 0, buffer, answerEnd, beforeCommand.length) &&
      sameBytes(buffer, starts[5]!, buffer, command, length) &&
      sameBytes(afterCommand, 0, buffer, command + length, afterCommand.length)
    );
  }

  /** The closer look, which names the column. */
  private compare(buffer: Buffer, starts: Int32Array, ends: Int32Array): void {
    const event = parseEvent(buffer.toString('utf8', starts[8]!, ends[8]!));
    if (!event) {
      this.damage('event', 'the stored bytes are no event');
      return;
    }
    if (event.org !== this.range.org) this.damage('column', `the bytes belong to the organisation ${event.org}`);
    const columns: Columns = {
      stream: buffer.toString('utf8', starts[3]!, ends[3]!),
      version: buffer.readInt32BE(starts[1]!),
      type: buffer.toString('utf8', starts[4]!, ends[4]!),
      commandId: buffer.toString('utf8', starts[5]!, ends[5]!),
      recordedAt: this.recordedAt,
    };
    for (const name of ['stream', 'version', 'type', 'commandId', 'recordedAt'] as const)
      if (event[name] !== columns[name])
        this.damage('column', `its ${words[name]} is stored as ${columns[name]}, but the bytes say ${event[name]}`);
  }
}

/** The levels of the tree that are stored are its multiples. */
export const storedLevels = 8;
/** Beyond this many damages of one organisation the rest is only counted. */
export const told = 200;

export const timeReason = 'it was recorded before the event in front of it: the order was changed';
export const streamReason = (stream: string, version: number, before: number): string =>
  `it is version ${version} of the stream ${Buffer.from(stream, 'latin1').toString()}, after version ${before}`;
export const missing = (from: number, to: number): Damage => ({
  position: String(from),
  to: String(to),
  what: 'missing',
  reason: 'no event is there',
});

/**
 * A stored time, in milliseconds, as ISO 8601: to the millisecond as in the bytes, further only where it was changed. PostgreSQL's times
 * reach beyond any event's, to infinity.
 */
export const timeText = (time: number): string => {
  if (!(Math.abs(time) <= 8.64e15)) return `${time < 0 ? '-' : ''}infinity`;
  const whole = Math.floor(time);
  const text = new Date(whole).toISOString();
  return time === whole ? text : text.replace('Z', `${String(Math.round((time - whole) * 1000)).padStart(3, '0')}Z`);
};

const words = {
  stream: 'stream',
  version: 'version',
  type: 'type',
  commandId: 'command',
  recordedAt: 'recorded time',
} as const;

/** The columns that no row is without, by their place among `checkedColumns`. */
const required = [
  [1, 'version'],
  [2, 'recorded time'],
  [3, 'stream'],
  [4, 'type'],
  [5, 'command'],
  [7, 'hash'],
  [8, 'text'],
] as const;

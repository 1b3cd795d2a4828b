import { Frontier, fold, peaks } from '#events/ledger/tree.ts';
import type { Damage } from './damage.ts';
import { CommandOrder } from './commands.ts';
import type { Found, RangeFinding } from '#events/ledger/range.ts';
import { missing, streamReason, timeReason, timeText } from './events.ts';
import type { TreeCheck } from './tree-nodes.ts';

/** Puts what was found in one range after the other together, and checks what reaches over their borders. */
export class Joint {
  readonly frontier = new Frontier();
  /** The last position that was seen. */
  position = 0;
  /** A position was missing: the tree beyond it cannot be computed any more. */
  broken = false;

  private time = -Infinity;
  private readonly versions = new Map<string, number>();
  private commands = new CommandOrder();
  private found: Found[] = [];

  constructor(
    private readonly tree: TreeCheck,
    private readonly report: (damage: Damage) => void,
  ) {}

  /** The last event's recorded time as `timeText` has it; null: there is no event. */
  get lastRecordedAt(): string | null {
    return this.time === -Infinity ? null : timeText(this.time);
  }

  /** The next range's. */
  add(finding: RangeFinding): void {
    if (finding.first === 0) return;
    this.found = [];
    this.streams(finding);
    this.order(finding);
    this.sequence(finding);
    const found = [...finding.found, ...this.found].sort((a, b) => a.at - b.at || rank(a) - rank(b));
    if (!this.broken) this.grow(finding, found);
    else for (const { damage } of found) this.report(damage);
    this.position = finding.last;
    // A range whose times were all emptied has none.
    if (finding.lastTime !== -Infinity) this.time = finding.lastTime;
  }

  /** After the last range. A command is recorded whole or not at all. */
  finish(): void {
    const { from, end } = this.commands;
    if (this.broken || end <= this.position) return;
    this.report({
      position: String(from),
      what: 'command',
      reason: `its command reaches to position ${end}, beyond the last event: the end was cut off, or where it ends was changed`,
    });
  }

  private damage(at: number, what: Damage['what'], reason: string): void {
    this.found.push({ at, damage: { position: String(at), what, reason } });
  }

  private sequence({ first, firstTime }: RangeFinding): void {
    if (first !== this.position + 1) {
      this.broken = true;
      this.found.push({ at: first, damage: missing(this.position + 1, first - 1) });
    }
    if (firstTime < this.time && firstTime !== -Infinity) this.damage(first, 'time', timeReason);
  }

  private streams({ streams: { names, positions, first, last } }: RangeFinding): void {
    names.forEach((name, i) => {
      const before = this.versions.get(name) ?? 0;
      if (first[i] !== before + 1) this.damage(positions[i]!, 'stream', streamReason(name, first[i]!, before));
      this.versions.set(name, last[i]!);
    });
  }

  private order({ opening, closing }: RangeFinding): void {
    for (const { position, commandId, last } of opening) {
      const reason = this.commands.step(position, commandId, last);
      if (reason) this.damage(position, 'command', reason);
    }
    if (!closing) return;
    this.commands.commandId = closing.commandId;
    this.commands.from = closing.from;
    this.commands.end = closing.end;
  }

  /** Lets the tree grow by the range's own, and tells what was found as the tree comes to it. */
  private grow(finding: RangeFinding, found: readonly Found[]): void {
    const before = this.frontier.hashes;
    const { closed, grown } = this.tree;
    const steps = [
      ...found.map(({ at, damage }) => ({ at, take: () => this.report(damage) })),
      ...finding.nodes.map(({ level, index, hash }) => ({
        at: (index + 1) * 2 ** level,
        take: () => closed(level, index, () => bytes(hash)),
      })),
      ...finding.sizes.map(({ size, peaks: own }) => ({
        at: size,
        take: () => grown(size, () => fold([...before, ...own])),
      })),
    ].sort((a, b) => a.at - b.at);
    for (const { take } of steps) take();
    peaks(finding.leaves).forEach(({ level }, i) => this.frontier.add(bytes(finding.peaks[i]!), closed, level));
    this.broken = finding.broken;
  }
}

/** At one position damages are told in this order. */
const order: readonly Damage['what'][] = ['missing', 'event', 'time', 'column', 'stream', 'command', 'answer'];
const rank = ({ damage }: Found): number => order.indexOf(damage.what);

/** What came from another thread as a plain array. */
const bytes = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

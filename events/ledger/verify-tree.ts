import type { Frontier } from './tree.ts';
import type { Damage, EventCheck } from './verify-events.ts';

export interface StoredCheckpoint {
  size: number;
  root: Buffer;
  note: string;
  /** Where it comes from, for the sentence. */
  name: string;
}

/** Compares the growing tree with the stored subtrees and with each checkpoint as its size is reached. */
export class TreeCheck {
  private next = 0;
  private lastGood = 0;
  private wrong = false;
  private readonly nodes: Map<string, Buffer>;
  private readonly checkpoints: readonly StoredCheckpoint[];
  private readonly report: (damage: Damage) => void;

  constructor(nodes: Map<string, Buffer>, checkpoints: readonly StoredCheckpoint[], report: (damage: Damage) => void) {
    this.nodes = nodes;
    this.checkpoints = checkpoints;
    this.report = report;
  }

  readonly closed = (level: number, index: number, hash: Buffer): void => {
    if (level % 8 !== 0) return;
    const id = `${level}/${index}`;
    const stored = this.nodes.get(id);
    this.nodes.delete(id);
    if (stored?.equals(hash)) return;
    this.report({
      position: String(index * 2 ** level + 1),
      to: String((index + 1) * 2 ** level),
      what: 'node',
      reason: `the hash over these events ${stored ? 'is not the stored one' : 'is not stored'}`,
    });
  };

  readonly grown = (frontier: Frontier): void => {
    for (let next = this.checkpoints[this.next]; next?.size === frontier.size; next = this.checkpoints[++this.next])
      if (next.root.equals(frontier.root())) this.lastGood = next.size;
      // Once the events differ from what was signed, every later checkpoint says so too.
      else if (!this.wrong) {
        this.wrong = true;
        this.report({
          position: String(this.lastGood + 1),
          to: String(next.size),
          what: 'checkpoint',
          reason: `these are not the events that ${next.name} signed`,
        });
      }
  };

  finish(events: EventCheck): void {
    const beyond = this.checkpoints.findLast((checkpoint) => checkpoint.size > events.position);
    if (beyond)
      this.report({
        position: String(events.position + 1),
        to: String(beyond.size),
        what: 'missing',
        reason: `no event is there, though ${beyond.name} signed it: the end was cut off`,
      });
    if (events.broken) return;
    for (const id of this.nodes.keys()) {
      const [level, index] = id.split('/').map(Number) as [number, number];
      this.report({
        position: String(index * 2 ** level + 1),
        what: 'node',
        reason: `the stored hash ${id} belongs to nothing`,
      });
    }
  }
}

import type { Frontier, OnComplete } from '#events/ledger/tree.ts';
import type { Report } from './damage.ts';

export interface StoredCheckpoint {
  size: number;
  root: Buffer;
  note: string;
  /** Where it comes from, for the sentence. */
  name: string;
  /** In the database; else only outside of it. */
  isStored: boolean;
}

/** Every eighth level of the tree is stored. */
export const storedLevels = 8;

/** Compares the growing tree with the stored subtrees and with each checkpoint as its size is reached. */
export class TreeCheck {
  #next = 0;
  #lastGood = 0;
  #wrong = false;

  constructor(
    private readonly nodes: Map<string, Buffer>,
    private readonly checkpoints: readonly StoredCheckpoint[],
    private readonly report: Report,
  ) {}

  readonly onComplete: OnComplete = (level, index, hash) => {
    if (level % storedLevels !== 0) return;
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

  /** The tree has grown by a leaf. */
  onSize(tree: Frontier): void {
    for (let next = this.checkpoints[this.#next]; next?.size === tree.size; next = this.checkpoints[++this.#next])
      if (next.root.equals(tree.root())) this.#lastGood = next.size;
      // Once the events differ from what was signed, every later checkpoint differs too.
      else if (!this.#wrong) {
        this.#wrong = true;
        this.report({
          position: String(this.#lastGood + 1),
          to: String(next.size),
          what: 'checkpoint',
          reason: `these are not the events that ${next.name} signed`,
        });
      }
  }

  /** After the last event that was found, at this position. */
  finish(position: number, broken: boolean): void {
    const beyond = this.checkpoints.findLast((checkpoint) => checkpoint.size > position);
    if (beyond)
      this.report({
        position: String(position + 1),
        to: String(beyond.size),
        what: 'missing',
        reason: `no event is there, though ${beyond.name} signed it: the end was cut off`,
      });
    if (broken) return;
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

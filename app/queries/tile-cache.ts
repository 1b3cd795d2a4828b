import { LRUCache } from 'lru-cache';
import type { Middles } from '#events/ledger/proof.ts';
import type { Subtree } from '#events/ledger/tree.ts';

/** Of so many groups the hashes are kept: 512 bytes each, for 2,000,000 events. */
const most = 8192;
/** Milliseconds. A ledger that was put back from a backup under a running server is not taken for the one before for longer. */
const lifetime = 3_600_000;

/** Those that came up lately, of every organisation. */
export class KeptMiddles implements Middles {
  /** Sixteen neighbours each: which of them are known, a bit each, and their hashes. */
  readonly #groups = new LRUCache<string, { known: number; hashes: Buffer }>({ max: most, ttl: lifetime });

  get(org: string, { level, index }: Subtree): Buffer | undefined {
    const group = this.#groups.get(`${org}/${level}/${index >>> 4}`);
    const at = index & 15;
    return group && group.known & (1 << at) ? group.hashes.subarray(at * 32, at * 32 + 32) : undefined;
  }

  set(org: string, { level, index }: Subtree, hash: Buffer): void {
    const name = `${org}/${level}/${index >>> 4}`;
    const group = this.#groups.get(name) ?? { known: 0, hashes: Buffer.alloc(512) };
    const at = index & 15;
    group.hashes.set(hash, at * 32);
    group.known |= 1 << at;
    this.#groups.set(name, group);
  }
}

import { sha256 } from '@noble/hashes/sha2.js';
import { joined, sameBytes } from './encoding.ts';

/**
 * Verifies trees of RFC 6962 with the algorithms of RFC 9162. It shares no code with `events/ledger/tree.ts`, which
 * makes the proofs, so that a mistake in one does not hide in the other. SHA-256 is synchronous and needs no WebCrypto.
 */

const leafMark = Uint8Array.of(0);
const nodeMark = Uint8Array.of(1);

export const leafHash = (bytes: Uint8Array): Uint8Array => sha256(joined(leafMark, bytes));

const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(joined(nodeMark, left, right));

const half = (n: number): number => Math.floor(n / 2);
const isOdd = (n: number): boolean => n % 2 === 1;

/** The index of a node and of the last one on the same level, going up. */
class Climb {
  constructor(
    public at: number,
    public last: number,
  ) {}

  up(): void {
    this.at = half(this.at);
    this.last = half(this.last);
  }

  /** Levels where the node has no sibling have no hash in a proof. */
  upToSibling(): void {
    while (!isOdd(this.at) && this.at !== 0) this.up();
  }
}

/** The root of a leaf's inclusion proof (RFC 9162 section 2.1.3.2); null when the proof has a wrong length. */
export function rootFrom(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
): Uint8Array | null {
  if (index >= size) return null;
  const climb = new Climb(index, size - 1);
  let result = leaf;
  for (const sibling of proof) {
    if (climb.last === 0) return null;
    if (isOdd(climb.at) || climb.at === climb.last) {
      result = nodeHash(sibling, result);
      climb.upToSibling();
    } else {
      result = nodeHash(result, sibling);
    }
    climb.up();
  }
  return climb.last === 0 ? result : null;
}

interface Tree {
  size: number;
  root: Uint8Array;
}

/** Whether the proof shows that the older tree is a prefix of the newer one (RFC 9162 section 2.1.4.2). */
export function isPrefix(older: Tree, newer: Tree, proof: readonly Uint8Array[]): boolean {
  if (older.size === 0 || older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && sameBytes(older.root, newer.root);
  const climb = new Climb(older.size - 1, newer.size - 1);
  while (isOdd(climb.at)) climb.up();
  // A tree of a power of two is itself the first hash.
  const [first, ...rest] = climb.at === 0 ? [older.root, ...proof] : proof;
  if (!first) return false;
  let ofOlder = first;
  let ofNewer = first;
  for (const hash of rest) {
    if (climb.last === 0) return false;
    if (isOdd(climb.at) || climb.at === climb.last) {
      ofOlder = nodeHash(hash, ofOlder);
      ofNewer = nodeHash(hash, ofNewer);
      climb.upToSibling();
    } else {
      ofNewer = nodeHash(ofNewer, hash);
    }
    climb.up();
  }
  return climb.last === 0 && sameBytes(ofOlder, older.root) && sameBytes(ofNewer, newer.root);
}

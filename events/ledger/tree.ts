import { hash } from 'node:crypto';

/**
 * The arithmetic of RFC 6962's Merkle tree, apart from any storage. Sizes and indexes are plain numbers: exact up to
 * 2^53 leaves. Indexes count from 0, so position p is leaf p − 1.
 */

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

/** RFC 6962 section 2.1: the root of no leaves. */
export const emptyRoot = (): Buffer => sha256(new Uint8Array(0));

export const leafHash = (bytes: Uint8Array): Buffer => {
  const prefixed = Buffer.allocUnsafe(bytes.length + 1);
  prefixed[0] = 0;
  prefixed.set(bytes, 1);
  return sha256(prefixed);
};

const pair = Buffer.alloc(65, 1);

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => {
  pair.set(left, 1);
  pair.set(right, 33);
  return sha256(pair);
};

/** A complete, aligned subtree: the leaves from index × 2^level, 2^level of them. */
export interface Subtree {
  level: number;
  index: number;
}

/** The complete subtrees that make up a tree of `size` leaves, from the left: one for each bit that is set. */
export const peaks = (size: number): Subtree[] => complete(0, size);

/** The complete subtrees that the leaves from `start` up to, not including, `end` fall into, from the left. */
export const complete = (start: number, end: number): Subtree[] => {
  const found: Subtree[] = [];
  let at = start;
  while (at < end) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level++;
    found.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return found;
};

/** The hash over neighbouring complete subtrees that shrink from left to right, such as those of `peaks`. */
export const fold = (hashes: readonly Uint8Array[]): Buffer => {
  if (hashes.length === 0) return emptyRoot();
  let root: Buffer = Buffer.from(hashes.at(-1)!);
  for (let i = hashes.length - 2; i >= 0; i--) root = nodeHash(hashes[i]!, root);
  return root;
};

/** Called for a subtree that became complete. */
export type OnComplete = (level: number, index: number, hash: Buffer) => void;

/** The right edge of a growing tree: the hashes of its peaks, which is all that is needed to add to it. */
export class Frontier {
  size = 0;
  /** From the largest subtree to the smallest. */
  readonly hashes: Buffer[] = [];

  /** Adds a leaf; `onComplete` is called for each larger subtree that it completes, from small to large. */
  add(leaf: Uint8Array, onComplete?: OnComplete): void {
    this.size++;
    let hash: Buffer = Buffer.from(leaf);
    for (let level = 1, count = this.size; count % 2 === 0; level++) {
      count /= 2;
      hash = nodeHash(this.hashes.pop()!, hash);
      onComplete?.(level, count - 1, hash);
    }
    this.hashes.push(hash);
  }

  root(): Buffer {
    return fold(this.hashes);
  }
}

/** Leaves from `start` up to, not including, `end`. */
export interface Span {
  start: number;
  end: number;
}

/** The largest power of two below n (n > 1). */
const split = (n: number): number => {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
};

/** The spans whose hashes prove that leaf `index` is in the tree of `size` (RFC 6962 section 2.1.1), leaf first. */
export const inclusionSpans = (index: number, size: number): Span[] => {
  if (!(index >= 0 && index < size)) throw new RangeError(`A tree of ${size} leaves has no leaf ${index}.`);
  const spans: Span[] = [];
  let start = 0;
  let end = size;
  while (end - start > 1) {
    const middle = start + split(end - start);
    if (index < middle) {
      spans.push({ start: middle, end });
      end = middle;
    } else {
      spans.push({ start, end: middle });
      start = middle;
    }
  }
  return spans.reverse();
};

/** The spans whose hashes prove that the tree of `first` is a prefix of that of `second` (RFC 6962 section 2.1.2). */
export const consistencySpans = (first: number, second: number): Span[] => {
  if (!(first > 0 && first <= second))
    throw new RangeError(`No tree of ${first} leaves is a prefix of one of ${second}.`);
  const spans: Span[] = [];
  let start = 0;
  let end = second;
  let whole = true;
  while (end !== first) {
    const middle = start + split(end - start);
    if (first <= middle) {
      spans.push({ start: middle, end });
      end = middle;
    } else {
      spans.push({ start, end: middle });
      start = middle;
      whole = false;
    }
  }
  if (!whole) spans.push({ start, end });
  return spans.reverse();
};

/** Whether `proof` shows that `leaf` is number `index` of the `size` leaves under `root`. */
export const verifyInclusion = (
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
  root: Uint8Array,
): boolean => {
  if (!(index >= 0 && index < size)) return false;
  const spans = inclusionSpans(index, size);
  if (spans.length !== proof.length || !proof.every(isHash)) return false;
  const computed = spans.reduce<Uint8Array>(
    (below, span, i) => (span.start > index ? nodeHash(below, proof[i]!) : nodeHash(proof[i]!, below)),
    leaf,
  );
  return Buffer.from(root).equals(computed);
};

/** Whether `proof` shows that the tree of `first` under `firstRoot` is a prefix of `second` under `secondRoot`. */
export const verifyConsistency = (
  first: number,
  second: number,
  firstRoot: Uint8Array,
  secondRoot: Uint8Array,
  proof: readonly Uint8Array[],
): boolean => {
  if (!(first > 0 && first <= second)) return false;
  const spans = consistencySpans(first, second);
  if (spans.length !== proof.length || !proof.every(isHash)) return false;
  // Below the first tree's own last subtree nothing is given: it is the first span, or the whole first tree.
  const given = spans[0] && spans[0].end === first ? 1 : 0;
  let older: Uint8Array = given ? proof[0]! : firstRoot;
  let newer: Uint8Array = older;
  for (let i = given; i < spans.length; i++)
    if (spans[i]!.start >= first) newer = nodeHash(newer, proof[i]!);
    else {
      older = nodeHash(proof[i]!, older);
      newer = nodeHash(proof[i]!, newer);
    }
  return Buffer.from(firstRoot).equals(older) && Buffer.from(secondRoot).equals(newer);
};

const isHash = (bytes: Uint8Array): boolean => bytes.length === 32;

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Frontier,
  consistencySpans,
  emptyRoot,
  inclusionSpans,
  leafHash,
  verifyConsistency,
  verifyInclusion,
} from '#events/ledger/tree.ts';

const root = (leaves: readonly Buffer[]): Buffer => {
  const frontier = new Frontier();
  for (const leaf of leaves) frontier.add(leaf);
  return frontier.root();
};
const leavesOf = (count: number) => Array.from({ length: count }, (_, i) => leafHash(Buffer.from(`leaf ${i}`)));
const proofOf = (leaves: readonly Buffer[], spans: readonly { start: number; end: number }[]) =>
  spans.map(({ start, end }) => root(leaves.slice(start, end)));
const flip = (hash: Buffer, bit: number): Buffer => {
  const copy = Buffer.from(hash);
  copy[bit >> 3]! ^= 1 << (bit & 7);
  return copy;
};

/** The vectors published with Certificate Transparency's reference implementation of RFC 6962. */
const vectors = {
  leaves: ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'],
  roots: [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ],
  inclusion: [
    { index: 0, size: 1, path: [] },
    {
      index: 0,
      size: 8,
      path: [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    },
    {
      index: 5,
      size: 8,
      path: [
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    },
    { index: 2, size: 3, path: ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'] },
    {
      index: 1,
      size: 5,
      path: [
        '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    },
  ],
  consistency: [
    { first: 1, second: 1, path: [] },
    {
      first: 1,
      second: 8,
      path: [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    },
    {
      first: 6,
      second: 8,
      path: [
        '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    },
    {
      first: 2,
      second: 5,
      path: [
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    },
  ],
};
const published = vectors.leaves.map((hex) => leafHash(Buffer.from(hex, 'hex')));
const hexes = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'));

describe('published RFC 6962 vectors', () => {
  it('roots', () => {
    expect(emptyRoot().toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(vectors.roots.map((_, i) => root(published.slice(0, i + 1)).toString('hex'))).toEqual(vectors.roots);
  });

  it.each(vectors.inclusion)('inclusion of leaf $index in $size', ({ index, size, path }) => {
    expect(hexes(proofOf(published, inclusionSpans(index, size)))).toEqual(path);
  });

  it.each(vectors.consistency)('consistency from $first to $second', ({ first, second, path }) => {
    expect(hexes(proofOf(published, consistencySpans(first, second)))).toEqual(path);
  });
});

describe('a log that grows leaf by leaf', () => {
  const leaves = leavesOf(70);
  const roots = leaves.map((_, i) => root(leaves.slice(0, i + 1)));

  it('includes every leaf at every size', () => {
    for (let size = 1; size <= leaves.length; size++)
      for (let index = 0; index < size; index++)
        if (
          !verifyInclusion(leaves[index]!, index, size, proofOf(leaves, inclusionSpans(index, size)), roots[size - 1]!)
        )
          expect.fail(`leaf ${index} of ${size}`);
  });

  it('is consistent with every one of its prefixes', () => {
    for (let second = 1; second <= leaves.length; second++)
      for (let first = 1; first <= second; first++)
        if (
          !verifyConsistency(
            first,
            second,
            roots[first - 1]!,
            roots[second - 1]!,
            proofOf(leaves, consistencySpans(first, second)),
          )
        )
          expect.fail(`${first} in ${second}`);
  });
});

describe('what is forged is refused', () => {
  const size = fc.integer({ min: 2, max: 300 });

  it('any flipped bit of an inclusion proof, its leaf or its root', () => {
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), fc.nat({ max: 255 }), (count, at, which, bit) => {
        const leaves = leavesOf(count);
        const index = at % count;
        const given = [leaves[index]!, root(leaves), ...proofOf(leaves, inclusionSpans(index, count))];
        const [leaf, top, ...proof] = given.map((hash, i) => (i === which % given.length ? flip(hash, bit) : hash));
        expect(verifyInclusion(leaf!, index, count, proof, top!)).toBe(false);
      }),
    );
  });

  it('a proof for another index or another size', () => {
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), (count, a, b) => {
        const leaves = leavesOf(count);
        const [index, other] = [a % count, b % count];
        const proof = proofOf(leaves, inclusionSpans(index, count));
        expect(verifyInclusion(leaves[index]!, other, count, proof, root(leaves))).toBe(index === other);
        expect(verifyInclusion(leaves[index]!, index, count, proof.slice(1), root(leaves))).toBe(false);
        expect(verifyInclusion(leaves[index]!, index, count, [...proof, leaves[0]!], root(leaves))).toBe(false);
      }),
    );
  });

  it('any flipped bit of a consistency proof or a root, and a history that was rewritten', () => {
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), fc.nat({ max: 255 }), (second, a, which, bit) => {
        const leaves = leavesOf(second);
        const first = (a % (second - 1)) + 1;
        const given = [root(leaves.slice(0, first)), root(leaves), ...proofOf(leaves, consistencySpans(first, second))];
        const [older, newer, ...proof] = given.map((hash, i) => (i === which % given.length ? flip(hash, bit) : hash));
        expect(verifyConsistency(first, second, older!, newer!, proof)).toBe(false);
        const rewritten = leaves.with(which % first, leafHash(Buffer.from('other')));
        const honest = proofOf(rewritten, consistencySpans(first, second));
        expect(verifyConsistency(first, second, given[0]!, root(rewritten), honest)).toBe(false);
      }),
    );
  });

  it('sizes that make no sense', () => {
    const leaf = leavesOf(1)[0]!;
    expect(verifyInclusion(leaf, 1, 1, [], leaf)).toBe(false);
    expect(verifyInclusion(leaf, -1, 1, [], leaf)).toBe(false);
    expect(verifyConsistency(0, 1, leaf, leaf, [])).toBe(false);
    expect(verifyConsistency(2, 1, leaf, leaf, [])).toBe(false);
  });
});

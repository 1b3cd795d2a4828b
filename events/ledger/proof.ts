import type pg from 'pg';
import { type Span, type Subtree, complete, consistencySpans, fold, inclusionSpans, nodeHash, peaks } from './tree.ts';

/** Proof that an event is in the ledger as it was when it held `size` events (RFC 6962 section 2.1.1). */
export interface InclusionProof {
  /** Decimal text, from 1. */
  position: string;
  /** The leaf's index in the tree: position − 1. */
  index: number;
  size: number;
  leaf: Buffer;
  /** From the leaf's sibling up. */
  hashes: Buffer[];
  root: Buffer;
}

/** Proof that the ledger of `first` events is a prefix of that of `second` (RFC 6962 section 2.1.2). */
export interface ConsistencyProof {
  first: number;
  second: number;
  firstRoot: Buffer;
  secondRoot: Buffer;
  hashes: Buffer[];
}

/** There is no such event, or not yet at that size. */
export class NotInLedger extends RangeError {
  readonly code = 'not_in_ledger';
}

/** The hashes of the complete subtrees that make up the tree of `size` events; every proof at that size shares them. */
export interface FrontierAt {
  size: number;
  /** By level and index. */
  hashes: ReadonlyMap<string, Buffer>;
}

/** The root of the tree with this frontier. */
export const rootOf = ({ size, hashes }: FrontierAt): Buffer =>
  fold(peaks(size).map((subtree) => hashes.get(key(subtree))!));

export interface Proofs {
  /** `size` defaults to all that is there. Throws NotInLedger. */
  inclusion(org: string, position: string, size?: number): Promise<InclusionProof>;
  /** Proofs of events at one size, in the order requested; shared hashes are read once. Throws NotInLedger. */
  inclusions(org: string, positions: readonly string[], frontier: FrontierAt): Promise<InclusionProof[]>;
  /** `second` defaults to all that is there. Throws NotInLedger. */
  consistency(org: string, first: number, second?: number): Promise<ConsistencyProof>;
  /** The frontier of the ledger's first `size` events. Throws NotInLedger. */
  frontierAt(org: string, size: number): Promise<FrontierAt>;
}

/** Complete subtrees are stored at every eighth level; at level 0 they are the events' own leaf hashes. */
const storedLevel = (level: number): number => level - (level % 8);

/** In place of a stored hash that was removed: no root over it can match, and the rest is still shown. */
const lost = Buffer.alloc(32);

const key = ({ level, index }: Subtree): string => `${level}/${index}`;

/** For each stored level the spans of indexes right below these subtrees, neighbours joined. */
const storedBelow = (wanted: readonly Subtree[]): Map<number, Span[]> => {
  const below = new Map<number, Span[]>();
  for (const { level, index } of wanted) {
    const width = 2 ** (level - storedLevel(level));
    const span = { start: index * width, end: (index + 1) * width };
    below.set(storedLevel(level), [...(below.get(storedLevel(level)) ?? []), span]);
  }
  for (const [level, spans] of below) {
    const joined: Span[] = [];
    for (const span of spans.sort((a, b) => a.start - b.start || b.end - a.end)) {
      const last = joined.at(-1);
      if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
      else joined.push({ ...span });
    }
    below.set(level, joined);
  }
  return below;
};

/** Proofs from the stored leaf hashes and subtrees, under row-level security. */
export const createProofs = (pool: pg.Pool): Proofs => {
  const sizeOf = async (org: string): Promise<number> => {
    const { rows } = await pool.query<{ size: string }>('select size from ledger.read_head($1)', [org]);
    return Number(rows[0]?.size ?? 0);
  };

  /** The stored hashes right below these subtrees, by level and index. */
  const read = async (org: string, wanted: readonly Subtree[]): Promise<Map<string, Buffer>> => {
    const below = storedBelow(wanted);
    const leaves = below.get(0) ?? [];
    below.delete(0);
    const nodes = [...below].flatMap(([level, spans]) => spans.map((span) => ({ level, ...span })));
    const [leafRows, nodeRows] = await Promise.all([
      leaves.length > 0
        ? pool.query<{ level: number; index: string; hash: Buffer }>(
            'select 0 as level, "position" - 1 as index, leaf as hash from ledger.read_leaves($1, $2, $3)',
            [org, leaves.map(({ start }) => start + 1), leaves.map(({ end }) => end)],
          )
        : undefined,
      nodes.length > 0
        ? pool.query<{ level: number; index: string; hash: Buffer }>(
            'select level, index, hash from ledger.read_nodes($1, $2, $3, $4)',
            [org, nodes.map(({ level }) => level), nodes.map(({ start }) => start), nodes.map(({ end }) => end - 1)],
          )
        : undefined,
    ]);
    const rows = [...(leafRows?.rows ?? []), ...(nodeRows?.rows ?? [])];
    return new Map(rows.map(({ level, index, hash }) => [key({ level, index: Number(index) }), hash]));
  };

  /** The hashes of complete subtrees, each folded from the stored ones below it, but for those that are `known`. */
  const subtrees = async (
    org: string,
    wanted: readonly Subtree[],
    known: ReadonlyMap<string, Buffer> = new Map(),
  ): Promise<Map<string, Buffer>> => {
    const unknown = new Map(wanted.map((subtree) => [key(subtree), subtree]));
    for (const name of known.keys()) unknown.delete(name);
    const hashes = await read(org, [...unknown.values()]);
    const hashOf = ({ level, index }: Subtree): Buffer => {
      const name = key({ level, index });
      const found = hashes.get(name);
      if (found) return found;
      if (level === storedLevel(level)) return lost;
      const [left, right] = [0, 1].map((side) => hashOf({ level: level - 1, index: index * 2 + side })) as [
        Buffer,
        Buffer,
      ];
      const hash = nodeHash(left, right);
      hashes.set(name, hash);
      return hash;
    };
    return new Map([...known, ...Array.from(unknown, ([name, subtree]): [string, Buffer] => [name, hashOf(subtree)])]);
  };

  /** The hash over each list of subtrees, all read at once. */
  const folded = async (
    org: string,
    lists: readonly (readonly Subtree[])[],
    known?: ReadonlyMap<string, Buffer>,
  ): Promise<Buffer[]> => {
    const hashes = await subtrees(org, lists.flat(), known);
    return lists.map((list) => fold(list.map((subtree) => hashes.get(key(subtree))!)));
  };

  const frontierAt: Proofs['frontierAt'] = async (org, size) => {
    const there = await sizeOf(org);
    if (size > there) throw new NotInLedger(`The ledger of ${org} holds ${there} events, not ${size}.`);
    return { size, hashes: await subtrees(org, peaks(size)) };
  };

  const inclusions: Proofs['inclusions'] = async (org, positions, frontier) => {
    const { size } = frontier;
    const indexes = positions.map((position) => Number(position) - 1);
    const wrong = indexes.findIndex((index) => !(Number.isSafeInteger(index) && index >= 0 && index < size));
    if (wrong >= 0)
      throw new NotInLedger(`There is no event ${positions[wrong] ?? ''} among the first ${size} of ${org}.`);
    const spans = indexes.map((index) => [{ start: index, end: index + 1 }, ...inclusionSpans(index, size)]);
    // Neighbouring events share most of their hashes: each is computed once.
    const nameOf = ({ start, end }: Span): string => `${start}-${end}`;
    const distinct = new Map(spans.flat().map((span) => [nameOf(span), complete(span.start, span.end)]));
    const hashes = await folded(org, [...distinct.values()], frontier.hashes);
    const byName = new Map([...distinct.keys()].map((name, i) => [name, hashes[i]!]));
    const root = rootOf(frontier);
    return positions.map((position, i) => {
      const [leaf, ...siblings] = spans[i]!.map((span) => byName.get(nameOf(span))!);
      return { position, index: indexes[i]!, size, leaf: leaf!, hashes: siblings, root };
    });
  };

  return {
    async inclusion(org, position, size) {
      return (await inclusions(org, [position], await frontierAt(org, size ?? (await sizeOf(org)))))[0]!;
    },
    inclusions,
    async consistency(org, first, given) {
      const there = await sizeOf(org);
      const second = given ?? there;
      const isPrefix = first > 0 && first <= second && second <= there;
      if (!(Number.isSafeInteger(first) && Number.isSafeInteger(second) && isPrefix))
        throw new NotInLedger(`The ledger of ${org} holds ${there} events: nothing leads from ${first} to ${second}.`);
      const spans = consistencySpans(first, second).map(({ start, end }) => complete(start, end));
      const [firstRoot, secondRoot, ...hashes] = await folded(org, [peaks(first), peaks(second), ...spans]);
      return { first, second, firstRoot: firstRoot!, secondRoot: secondRoot!, hashes };
    },
    frontierAt,
  };
};

/**
 * The proof of an event as a C2SP tlog-proof (c2sp.org/tlog-proof@v1): its place, the inclusion proof and, verbatim,
 * the signed checkpoint whose tree the proof is for. The file's extension is `.tlog-proof`.
 */
export const formatTlogProof = (proof: InclusionProof, checkpoint: string): string =>
  [
    'c2sp.org/tlog-proof@v1',
    `index ${proof.index}`,
    ...proof.hashes.map((hash) => hash.toString('base64')),
    '',
    checkpoint,
  ].join('\n');

/** Reads what `formatTlogProof` wrote; `extra` lines of others are skipped. Undefined where it is no such proof. */
export const parseTlogProof = (text: string): { index: number; hashes: Buffer[]; checkpoint: string } | undefined => {
  const match =
    /^c2sp\.org\/tlog-proof@v1\n(?:extra [^\n]*\n)?index (0|[1-9]\d{0,15})\n((?:[A-Za-z0-9+/]{43}=\n)*)\n/.exec(text);
  if (!match) return undefined;
  const hashes = match[2]!.split('\n').slice(0, -1);
  return {
    index: Number(match[1]),
    hashes: hashes.map((line) => Buffer.from(line, 'base64')),
    checkpoint: text.slice(match[0].length),
  };
};

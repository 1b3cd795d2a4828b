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
export class NotInLedger extends RangeError {}

/** The complete subtrees that the ledger of `size` events ends in, which every proof at that size shares. */
export interface Edge {
  size: number;
  /** By level and index. */
  hashes: ReadonlyMap<string, Buffer>;
}

/** The root of the ledger whose edge this is. */
export const rootOf = ({ size, hashes }: Edge): Buffer => fold(peaks(size).map((subtree) => hashes.get(key(subtree))!));

export interface Proofs {
  /** `size` defaults to all that is there. Throws NotInLedger. */
  inclusion(org: string, position: string, size?: number): Promise<InclusionProof>;
  /** Those of many events among those that an edge covers, in the order asked for, with what they share read once. Throws NotInLedger. */
  inclusions(org: string, positions: readonly string[], edge: Edge): Promise<InclusionProof[]>;
  /** `second` defaults to all that is there. Throws NotInLedger. */
  consistency(org: string, first: number, second?: number): Promise<ConsistencyProof>;
  /** The edge of the ledger's first `size` events. Throws NotInLedger. */
  edge(org: string, size: number): Promise<Edge>;
}

/** Levels of which complete subtrees are stored; 0 are the events' own leaf hashes. */
const stored = (level: number): number => level - (level % 8);

/** Halfway between two stored levels: over sixteen stored hashes, and sixteen of them under the next. */
const isMiddle = (level: number): boolean => level % 8 === 4;

/**
 * Keeps hashes of complete subtrees at those levels as they come up. They cannot change any more, and with them sixteen hashes are read and
 * joined for a proof where it is two hundred and fifty-five without.
 */
export interface Middles {
  get(org: string, subtree: Subtree): Buffer | undefined;
  set(org: string, subtree: Subtree, hash: Buffer): void;
}

const key = ({ level, index }: Subtree): string => `${level}/${index}`;

const nameOf = ({ start, end }: Span): string => `${start}-${end}`;

/** A subtree, or those at the level halfway down to the stored one that it is made of. */
const partsOf = ({ level, index }: Subtree, halfway: boolean): Subtree[] => {
  const middle = stored(level) + 4;
  if (!halfway || level < middle) return [{ level, index }];
  const count = 2 ** (level - middle);
  return Array.from({ length: count }, (_, i) => ({ level: middle, index: index * count + i }));
};

/** For each stored level the spans of indexes right below these subtrees, neighbours joined. */
const storedBelow = (wanted: readonly Subtree[]): Map<number, Span[]> => {
  const below = new Map<number, Span[]>();
  for (const { level, index } of wanted) {
    const width = 2 ** (level - stored(level));
    const span = { start: index * width, end: (index + 1) * width };
    below.set(stored(level), [...(below.get(stored(level)) ?? []), span]);
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

/**
 * Proofs from what is stored: leaf hashes and the subtrees of every eighth level. Reads as the application may. With `middles` inclusions
 * are proved from those too; an edge and a consistency proof, by which a checkpoint is held against what is there, never are.
 */
export const createProofs = (pool: pg.Pool, middles?: Middles): Proofs => {
  const sizeOf = async (org: string): Promise<number> => {
    const { rows } = await pool.query<{ size: string }>('select size from ledger.read_head($1)', [org]);
    return Number(rows[0]?.size ?? 0);
  };

  /** Adds the stored hashes right below these subtrees. */
  const read = async (org: string, wanted: readonly Subtree[], hashes: Map<string, Buffer>): Promise<void> => {
    const spans = storedBelow(wanted);
    const leaves = spans.get(0) ?? [];
    spans.delete(0);
    const levels = [...spans].flatMap(([level, list]) => list.map(() => level));
    const nodes = [...spans.values()].flat();
    const [lowest, above] = await Promise.all([
      leaves.length > 0
        ? pool.query<{ position: string; leaf: Buffer }>(
            'select "position", leaf from ledger.read_leaves($1, $2, $3)',
            [org, leaves.map(({ start }) => start + 1), leaves.map(({ end }) => end)],
          )
        : undefined,
      nodes.length > 0
        ? pool.query<{ level: number; index: string; hash: Buffer }>(
            'select level, index, hash from ledger.read_nodes($1, $2, $3, $4)',
            [org, levels, nodes.map(({ start }) => start), nodes.map(({ end }) => end - 1)],
          )
        : undefined,
    ]);
    for (const { position, leaf } of lowest?.rows ?? [])
      hashes.set(key({ level: 0, index: Number(position) - 1 }), leaf);
    for (const { level, index, hash } of above?.rows ?? []) hashes.set(key({ level, index: Number(index) }), hash);
  };

  /**
   * The hashes of complete subtrees, each folded from the stored ones right below it; `known` ones are not read, and where `middles` are
   * given, neither is what is under those.
   */
  const subtrees = async (
    org: string,
    wanted: readonly Subtree[],
    known: ReadonlyMap<string, Buffer> = new Map(),
    middles?: Middles,
  ): Promise<Map<string, Buffer>> => {
    const hashes = new Map<string, Buffer>();
    const distinct = new Map(wanted.map((subtree) => [key(subtree), subtree]));
    for (const name of known.keys()) distinct.delete(name);
    const unknown = [...distinct.values()]
      .flatMap((subtree) => partsOf(subtree, middles !== undefined))
      .filter((part) => {
        const hash = isMiddle(part.level) ? middles?.get(org, part) : undefined;
        if (hash) hashes.set(key(part), hash);
        return !hash;
      });
    await read(org, unknown, hashes);
    const hashOf = (subtree: Subtree): Buffer => {
      const { level, index } = subtree;
      const name = key(subtree);
      const found = hashes.get(name);
      if (found) return found;
      if (level === stored(level)) throw new Error(`The ledger of ${org} lacks the stored hash ${name}: run verify.`);
      const hash = nodeHash(
        hashOf({ level: level - 1, index: index * 2 }),
        hashOf({ level: level - 1, index: index * 2 + 1 }),
      );
      // Neighbouring events share most of their way: each hash is made once.
      hashes.set(name, hash);
      if (isMiddle(level)) middles?.set(org, subtree, hash);
      return hash;
    };
    return new Map([...known, ...Array.from(distinct, ([name, subtree]): [string, Buffer] => [name, hashOf(subtree)])]);
  };

  /** The hash over each list of subtrees, all read at once. */
  const folded = async (
    org: string,
    lists: readonly (readonly Subtree[])[],
    ...by: [known?: ReadonlyMap<string, Buffer>, middles?: Middles]
  ): Promise<Buffer[]> => {
    const hashes = await subtrees(org, lists.flat(), ...by);
    return lists.map((list) => fold(list.map((subtree) => hashes.get(key(subtree))!)));
  };

  /** What is read of the first `size` events, asked for together with how many there are. Throws NotInLedger where there are fewer. */
  const ofThoseThere = async <T>(org: string, size: number, work: Promise<T>): Promise<T> => {
    const [there, found] = await Promise.allSettled([sizeOf(org), work]);
    if (there.status === 'rejected') throw there.reason;
    if (size > there.value) throw new NotInLedger(`The ledger of ${org} holds ${there.value} events, not ${size}.`);
    if (found.status === 'rejected') throw found.reason;
    return found.value;
  };

  const parts = (spans: readonly Span[]): Subtree[][] => spans.map(({ start, end }) => complete(start, end));

  const edgeOf = async (org: string, size: number): Promise<Edge> => ({
    size,
    hashes: await subtrees(org, peaks(size)),
  });

  const inclusions: Proofs['inclusions'] = async (org, positions, edge) => {
    const { size } = edge;
    const indexes = positions.map((position) => Number(position) - 1);
    const wrong = indexes.findIndex((index) => !(Number.isSafeInteger(index) && index >= 0 && index < size));
    if (wrong >= 0)
      throw new NotInLedger(`There is no event ${positions[wrong] ?? ''} among the first ${size} of ${org}.`);
    // Neighbouring events share most of their way, and all that lies at the edge.
    const ways = indexes.map((index) => [{ start: index, end: index + 1 }, ...inclusionSpans(index, size)]);
    const distinct = new Map(ways.flat().map((span) => [nameOf(span), span]));
    const hashes = await folded(org, parts([...distinct.values()]), edge.hashes, middles);
    const hashAt = new Map([...distinct.keys()].map((name, i) => [name, hashes[i]!]));
    const root = rootOf(edge);
    return positions.map((position, i) => {
      const [leaf, ...own] = ways[i]!.map((span) => hashAt.get(nameOf(span))!);
      return { position, index: indexes[i]!, size, leaf: leaf!, hashes: own, root };
    });
  };

  const edge: Proofs['edge'] = (org, size) => ofThoseThere(org, size, edgeOf(org, size));

  return {
    async inclusion(org, position, given) {
      const there = given === undefined ? await edgeOf(org, await sizeOf(org)) : await edge(org, given);
      return (await inclusions(org, [position], there))[0]!;
    },
    inclusions,
    async consistency(org, first, given) {
      const there = await sizeOf(org);
      const second = given ?? there;
      if (
        !(
          Number.isSafeInteger(first) &&
          Number.isSafeInteger(second) &&
          first > 0 &&
          first <= second &&
          second <= there
        )
      )
        throw new NotInLedger(`The ledger of ${org} holds ${there} events: nothing leads from ${first} to ${second}.`);
      const lists = [peaks(first), peaks(second), ...parts(consistencySpans(first, second))];
      const [firstRoot, secondRoot, ...hashes] = await folded(org, lists);
      return { first, second, firstRoot: firstRoot!, secondRoot: secondRoot!, hashes };
    },
    edge,
  };
};

/**
 * The proof of an event as a C2SP tlog-proof (c2sp.org/tlog-proof@v1): its place, the inclusion proof and, verbatim, the
 * signed checkpoint whose tree the proof is for. The file's extension is `.tlog-proof`.
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

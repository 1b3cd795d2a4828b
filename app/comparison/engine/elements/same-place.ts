import type { Matches } from '#app/comparison/engine/align.ts';
import type { Edit } from '#app/comparison/engine/edits.ts';
import type { Flow } from '#app/comparison/engine/flow.ts';
import type { PagePair } from '#app/comparison/engine/page-pairs.ts';
import type { PageWord } from '#app/comparison/engine/page-words.ts';
import type { VersionPage } from '#app/comparison/engine/read-version.ts';
import type { Area } from './page-elements.ts';
import type { Target } from './target.ts';

/** Points by which an element may stand in another place of a page whose text stands still. */
const samePlace = 3;

/** A version and where each of its words stands in the flow; running lines are not in it. */
export interface Placed {
  flow: Flow;
  pages: readonly VersionPage[];
  placeOf: Map<PageWord, number>;
}

export const placed = ({ flow, pages }: Omit<Placed, 'placeOf'>): Placed => ({
  flow,
  pages,
  placeOf: new Map(flow.words.flatMap((word, at) => (at < flow.body ? [] : [[word, at] as const]))),
});

/** Says whether something of the older version stands where something of the newer one does. */
export interface SamePlace {
  /** Words by their places in the flows. */
  words(old: number, young: number): boolean;
  /** Whether a word of the flow is in the other version. */
  hasOld(word: number): boolean;
  hasYoung(word: number): boolean;
  /** Pages from 0: the same, or ones that have words in common, where the text flows otherwise. */
  pages(old: number, young: number): boolean;
  areas(old: { page: number; area: Area }, young: { page: number; area: Area }): boolean;
  targets(old: Target | null, young: Target | null): boolean;
}

export function samePlaceIn(
  from: Placed,
  to: Placed,
  { matches, moves }: { matches: Matches; moves: readonly Edit[] },
  pairs: readonly PagePair[],
  reflowed: ReadonlySet<string>,
): SamePlace {
  const inNew = Int32Array.from(matches);
  for (const move of moves) for (let at = move.from; at < move.fromEnd; at++) inNew[at] = move.to + at - move.from;
  const inOld = new Map<number, number>();
  const common = new Set<string>();
  for (const [old, young] of inNew.entries()) {
    if (young < 0) continue;
    inOld.set(young, old);
    common.add(`${from.flow.words[old]!.page} ${to.flow.words[young]!.page}`);
  }
  const pairOf = new Map(pairs.map(({ old, young }) => [old, young]));
  const paired = new Set(pairs.map(({ young }) => young));
  const isPair = (old: number, young: number): boolean => pairOf.get(old) === young;
  const pages = (old: number, young: number): boolean =>
    isPair(old, young) || (common.has(`${old} ${young}`) && (!pairOf.has(old) || !paired.has(young)));
  const words = (old: number, young: number): boolean => inNew[old] === young;

  /** Both lead to the same line, however the lines are broken. */
  function lines(old: number, young: number): boolean {
    const [start, end] = lineAt(from.flow, old);
    for (let at = start; at < end; at++) if (inNew[at]! >= 0 && isInLine(to.flow, young, inNew[at]!)) return true;
    return false;
  }

  return {
    words,
    hasOld: (word) => inNew[word]! >= 0,
    hasYoung: (word) => inOld.has(word),
    pages,
    areas: (old, young) =>
      isPair(old.page, young.page)
        ? reflowed.has(`${old.page} ${young.page}`) || isNear(old.area, young.area)
        : pages(old.page, young.page),
    targets(old, young) {
      if (!old || !young) return old === young;
      if ('address' in old || 'address' in young)
        return 'address' in old && 'address' in young && old.address === young.address;
      const [landing, other] = [landingOf(from, old), landingOf(to, young)];
      if (landing === null || other === null)
        return (landing === other || isPair(old.page, young.page)) && pages(old.page, young.page);
      return lines(landing, other) || (inNew[landing]! < 0 && !inOld.has(other) && isPair(old.page, young.page));
    },
  };
}

const isNear = (one: Area, other: Area): boolean =>
  Math.abs(one.left - other.left) <= samePlace &&
  Math.abs(one.right - other.right) <= samePlace &&
  Math.abs(one.top - other.top) <= samePlace &&
  Math.abs(one.bottom - other.bottom) <= samePlace;

function lineAt({ words, body }: Flow, at: number): [number, number] {
  let start = at;
  while (start > body && !words[start]!.startsLine) start--;
  let end = at + 1;
  while (end < words.length && !words[end]!.startsLine) end++;
  return [start, end];
}

function isInLine(flow: Flow, at: number, word: number): boolean {
  const [start, end] = lineAt(flow, at);
  return word >= start && word < end;
}

/** The first word of the text at or below a height of a page; null for a whole page, or where none is there. */
export function landingOf({ pages, placeOf }: Placed, { page, y }: { page: number; y: number | null }): number | null {
  if (y === null) return null;
  let best: { word: number; top: number } | null = null;
  for (const { words } of pages[page]?.lines ?? []) {
    const word = placeOf.get(words[0]!);
    if (word === undefined) continue;
    const { bottom, top } = words[0]!;
    if (bottom < y && (!best || top > best.top)) best = { word, top };
  }
  return best?.word ?? null;
}

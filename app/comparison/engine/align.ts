import { diffArrays } from 'diff';

/** For each word of the older sequence the place of the equal word in the newer one; -1 where there is none. */
export type Matches = Int32Array;

/** Where one stretch stands in another. */
interface Stretch {
  fromStart: number;
  fromEnd: number;
  toStart: number;
  toEnd: number;
}

/** Lengths of the runs that anchor the alignment, tried in this order. */
const anchorLengths = [6, 3, 1];
/** A shorter stretch is compared word by word at once. */
const shortEnough = 400;
/** Steps of the exact comparison of one stretch; a larger difference is a stretch that was replaced. */
const mostEdits = 1200;
const mostWork = 4_000_000;

/**
 * Aligns two sequences: runs of words that each has once are anchors (patience), and between them the shortest edit.
 * Takes time in proportion to the length, also where everything was rewritten.
 */
export function align(from: readonly number[], to: readonly number[]): Matches {
  const matches = new Int32Array(from.length).fill(-1);
  const waiting: (Stretch & { level: number })[] = [
    { fromStart: 0, fromEnd: from.length, toStart: 0, toEnd: to.length, level: 0 },
  ];
  for (let stretch = waiting.pop(); stretch; stretch = waiting.pop()) {
    const { level, ...rest } = stretch;
    const left = trim(from, to, rest, matches);
    const [old, young] = [left.fromEnd - left.fromStart, left.toEnd - left.toStart];
    if (old === 0 || young === 0) continue;
    if (old + young <= shortEnough || level === anchorLengths.length) {
      alignExactly(from, to, left, matches);
      continue;
    }
    const anchors = findAnchors(from, to, left, anchorLengths[level]!);
    if (anchors.length === 0) {
      waiting.push({ ...left, level: level + 1 });
      continue;
    }
    let { fromStart, toStart } = left;
    for (const [fromAt, toAt] of anchors) {
      matches[fromAt] = toAt;
      waiting.push({ fromStart, fromEnd: fromAt, toStart, toEnd: toAt, level });
      [fromStart, toStart] = [fromAt + 1, toAt + 1];
    }
    waiting.push({ fromStart, fromEnd: left.fromEnd, toStart, toEnd: left.toEnd, level });
  }
  return matches;
}

/** Matches what is equal at both ends; answers what is left between. */
function trim(from: readonly number[], to: readonly number[], stretch: Stretch, matches: Matches): Stretch {
  let { fromStart, fromEnd, toStart, toEnd } = stretch;
  while (fromStart < fromEnd && toStart < toEnd && from[fromStart] === to[toStart]) matches[fromStart++] = toStart++;
  while (fromStart < fromEnd && toStart < toEnd && from[fromEnd - 1] === to[toEnd - 1]) matches[--fromEnd] = --toEnd;
  return { fromStart, fromEnd, toStart, toEnd };
}

/** Places of runs of `length` words that both have once, in an order that both have: the longest such list. */
function findAnchors(
  from: readonly number[],
  to: readonly number[],
  { fromStart, fromEnd, toStart, toEnd }: Stretch,
  length: number,
): [number, number][] {
  const inTo = uniqueRuns(to, toStart, toEnd, length);
  const places: [number, number][] = [];
  for (const [run, at] of uniqueRuns(from, fromStart, fromEnd, length)) {
    const other = inTo.get(run);
    if (at >= 0 && other !== undefined && other >= 0) places.push([at, other]);
  }
  places.sort(([one], [other]) => one - other);
  return longestIncreasing(places);
}

/** Each run of words and its place; -1 where it stands more than once. */
export function uniqueRuns(words: readonly number[], start: number, end: number, length: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let at = start; at + length <= end; at++) {
    let run = `${words[at]}`;
    for (let next = at + 1; next < at + length; next++) run += ` ${words[next]}`;
    places.set(run, places.has(run) ? -1 : at);
  }
  return places;
}

/** The longest part of the list whose second places increase too. */
function longestIncreasing(places: readonly [number, number][]): [number, number][] {
  const ends: number[] = [];
  const before = new Int32Array(places.length).fill(-1);
  for (const [index, [, place]] of places.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[ends[middle]!]![1] < place) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[index] = ends[low - 1]!;
    ends[low] = index;
  }
  const list: [number, number][] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]!) list.push(places[index]!);
  return list.reverse();
}

function alignExactly(from: readonly number[], to: readonly number[], stretch: Stretch, matches: Matches): void {
  const { fromStart, fromEnd, toStart, toEnd } = stretch;
  const length = fromEnd - fromStart + toEnd - toStart;
  const maxEditLength = Math.min(mostEdits, Math.ceil(mostWork / length));
  const changes = diffArrays(from.slice(fromStart, fromEnd), to.slice(toStart, toEnd), { maxEditLength });
  // Beyond the bound the whole stretch is another.
  if (!changes) return;
  let [at, other] = [fromStart, toStart];
  for (const { value, added, removed } of changes) {
    if (added) other += value.length;
    else if (removed) at += value.length;
    else for (let count = 0; count < value.length; count++) matches[at++] = other++;
  }
}

import { diffArrays } from 'diff';
import type { Matches } from './align.ts';
import type { Flow } from './flow.ts';
import type { VersionPage } from './read-version.ts';

/** A page of the older version and the page of the newer one that shows the same. Both from 0. */
export interface PagePair {
  old: number;
  young: number;
}

/** Pages that have the most words in common, and silent pages in their order; each page has at most one partner. */
export function pairPages(
  from: { flow: Flow; pages: readonly VersionPage[] },
  to: { flow: Flow; pages: readonly VersionPage[] },
  matches: Matches,
): PagePair[] {
  const counts = new Map<number, number>();
  for (const [at, other] of matches.entries()) {
    if (other < 0 || at < from.flow.body) continue;
    const key = from.flow.words[at]!.page * to.pages.length + to.flow.words[other]!.page;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const ranked = [...counts].sort(([one, many], [other, more]) => more - many || one - other);
  const [usedOld, usedYoung] = [new Set<number>(), new Set<number>()];
  const pairs: PagePair[] = [];
  for (const [key] of ranked) {
    const [old, young] = [Math.floor(key / to.pages.length), key % to.pages.length];
    if (usedOld.has(old) || usedYoung.has(young)) continue;
    usedOld.add(old);
    usedYoung.add(young);
    pairs.push({ old, young });
  }
  return [...pairs, ...pairSilent(from.pages, to.pages)].sort((one, other) => one.young - other.young);
}

export const silentPages = (pages: readonly VersionPage[]): number[] =>
  pages.flatMap(({ lines }, page) => (lines.length === 0 ? [page] : []));

/** Pages without words: those with the same embedded pictures, and between them the others one by one. */
function pairSilent(from: readonly VersionPage[], to: readonly VersionPage[]): PagePair[] {
  const [old, young] = [silentPages(from), silentPages(to)];
  const signature = (pages: readonly VersionPage[]) => (page: number) =>
    pages[page]!.images.map(({ sha256 }) => sha256).join(' ');
  const pairs: PagePair[] = [];
  let [at, other] = [0, 0];
  let removed = 0;
  for (const change of diffArrays(old.map(signature(from)), young.map(signature(to)))) {
    const { length } = change.value;
    if (change.removed) {
      removed = length;
      at += length;
    } else if (change.added) {
      // What was removed just before stands in the place of what was added.
      for (let index = 0; index < Math.min(removed, length); index++)
        pairs.push({ old: old[at - removed + index]!, young: young[other + index]! });
      other += length;
      removed = 0;
    } else {
      for (let index = 0; index < length; index++) pairs.push({ old: old[at++]!, young: young[other++]! });
      removed = 0;
    }
  }
  return pairs;
}

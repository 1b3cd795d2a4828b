import type { Matches } from './align.ts';
import type { Flow } from './flow.ts';
import type { PageWord } from './page-words.ts';

/**
 * Whether a word is in another typeface or size as all words of its typeface are: the document is typeset otherwise.
 * One word that alone became bold looks different.
 */
export function retypeset(from: Flow, to: Flow, matches: Matches): (old: PageWord, young: PageWord) => boolean {
  const counts = new Map<string, Map<string, number>>();
  for (const [at, other] of matches.entries()) {
    if (other < 0) continue;
    const [old, young] = [from.words[at]!.typeface, to.words[other]!.typeface];
    const own = counts.get(old) ?? new Map<string, number>();
    counts.set(old, own.set(young, (own.get(young) ?? 0) + 1));
  }
  const usual = new Map(
    [...counts].map(([old, own]) => [old, [...own].reduce((most, one) => (one[1] > most[1] ? one : most))[0]]),
  );
  // Typefaces of running lines alone are unknown here.
  return (old, young) =>
    old.typeface !== young.typeface && (usual.get(old.typeface) ?? young.typeface) === young.typeface;
}

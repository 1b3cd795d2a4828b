import type { Part, Passage } from '#app/comparison/comparison.ts';
import type { OpenedComparison } from '#app/comparison/stored-comparisons.ts';

/** Passages of one page of the list. */
export const passagesAtOnce = 100;
/** Words of one removed or added part that are shown. */
const mostWords = 400;

/** The place of a passage in running headers and footers. */
export const everyPage = 'On every page';

export interface ShownPart extends Part {
  /** Words that are left out. */
  more: number;
}

export interface ShownPassage extends Omit<Passage, 'parts'> {
  parts: ShownPart[];
}

function toShownPart({ kind, text }: Part): ShownPart {
  const words = text.split(' ');
  return { kind, text: words.slice(0, mostWords).join(' '), more: Math.max(0, words.length - mostWords) };
}

/** A comparison as its page shows it: one part of its passages, long ones cut. */
export function toShown({ comparison: { passages, ...rest }, sha256 }: OpenedComparison, page: number) {
  const start = (page - 1) * passagesAtOnce;
  const shown = passages
    .slice(start, start + passagesAtOnce)
    .map(({ parts, ...passage }): ShownPassage => ({ ...passage, parts: parts.map(toShownPart) }));
  return { ...rest, sha256, page, total: passages.length, passages: shown };
}

export type ShownComparison = ReturnType<typeof toShown>;

import type { Part, Passage } from '#app/comparison/engine/comparison.ts';

/** Words of one removed or added part that are shown. */
const mostWords = 400;

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

/** A passage as people read it: long parts are cut, and what was moved stands there once, where it stands now. */
export const toShownPassage = ({ parts, ...passage }: Passage): ShownPassage => ({
  ...passage,
  parts: parts.filter(({ kind }) => passage.kind !== 'moved' || kind !== 'removed').map(toShownPart),
});

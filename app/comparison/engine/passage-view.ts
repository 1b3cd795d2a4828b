import type { Part, Passage } from '#app/comparison/engine/comparison.ts';

/** Words of one removed or added part that are shown. */
const mostWords = 400;

export interface PartView extends Part {
  /** Words that are left out. */
  more: number;
}

export interface PassageView extends Omit<Passage, 'parts'> {
  parts: PartView[];
}

function toPartView({ kind, text }: Part): PartView {
  const words = text.split(' ');
  return { kind, text: words.slice(0, mostWords).join(' '), more: Math.max(0, words.length - mostWords) };
}

/** A passage as people read it: long parts are cut, and what was moved stands there once, where it stands now. */
export const toPassageView = ({ parts, ...passage }: Passage): PassageView => ({
  ...passage,
  parts: parts.filter(({ kind }) => passage.kind !== 'moved' || kind !== 'removed').map(toPartView),
});

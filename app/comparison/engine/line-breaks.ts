import type { Edit } from './edits.ts';
import type { Flow } from './flow.ts';
import { softBreak, type PageWord } from './page-words.ts';

interface Broken {
  /** Without spaces. */
  text: string;
  /** Where words end, and whether a reader reads on there as if no line ended. */
  ends: Map<number, boolean>;
  /** Where the end of a line may have broken a word after a hyphen. */
  soft: Set<number>;
}

/**
 * Letters go on in the next line after a stroke, and a range after its dash. Other signs and numbers do not: “section
 * 1.” above “5 mg” is not “1.5 mg”.
 */
const readsOn = /[\p{L}\p{M}\p{Pe}:](?:[-–—/]+\n|\n—)[\p{L}\p{Ps}]|\d–\n\d/u;

const softBreaks = new RegExp(softBreak, 'gu');

function broken(words: readonly PageWord[]): Broken {
  const [ends, soft] = [new Map<number, boolean>(), new Set<number>()];
  let text = '';
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    if (before) ends.set(text.length, word.startsLine && readsOn.test(`${before.text}\n${word.text}`));
    for (const { index: at } of word.text.matchAll(softBreaks)) soft.add(text.length + at + 1);
    text += word.text.replaceAll(softBreak, '-');
  }
  return { text, ends, soft };
}

/** Whether words differ only in that a line ends within one of them, after a stroke such as in `and/or`. */
export function isLineBreak(from: Flow, to: Flow, edit: Edit): boolean {
  const old = broken(from.words.slice(edit.from, edit.fromEnd));
  const young = broken(to.words.slice(edit.to, edit.toEnd));
  const isSame = (one: Broken, other: Broken): boolean =>
    [...one.ends].every(([at, isMere]) => other.ends.has(at) || other.soft.has(at) || isMere);
  return old.text === young.text && isSame(old, young) && isSame(young, old);
}

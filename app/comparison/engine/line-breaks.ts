import type { Edit } from './edits.ts';
import { type Flow, shownWord } from './flow.ts';
import type { PageWord } from './page-words.ts';

/** Where words end in a text without spaces, and whether the next word starts a line there. */
function boundariesOf(words: readonly PageWord[]): { text: string; ends: Map<number, boolean> } {
  const ends = new Map<number, boolean>();
  let text = '';
  for (const [index, word] of words.entries()) {
    if (index > 0) ends.set(text.length, word.startsLine || word.isGlued);
    text += shownWord(word.text);
  }
  return { text, ends };
}

const wordCharacter = /[\p{L}\p{N}]/u;

/** Whether words differ only in that a line ends within one of them, after a stroke such as in `and/or`. */
export function isLineBreak(from: Flow, to: Flow, edit: Edit): boolean {
  const old = boundariesOf(from.words.slice(edit.from, edit.fromEnd));
  const young = boundariesOf(to.words.slice(edit.to, edit.toEnd));
  const { text } = old;
  if (text !== young.text) return false;
  const isBreak = ([at, isAtLine]: [number, boolean]): boolean =>
    isAtLine && !(wordCharacter.test(text[at - 1]!) && wordCharacter.test(text[at]!));
  const only = (one: Map<number, boolean>, other: Map<number, boolean>) => [...one].filter(([at]) => !other.has(at));
  return [...only(old.ends, young.ends), ...only(young.ends, old.ends)].every(isBreak);
}

import { softBreak, type PageLine, type PageWord, type TablePlace } from './page-words.ts';
import type { SplitLines } from './running-lines.ts';
import { isUnspaced } from './same-look.ts';

export interface Heading {
  /** The word it begins with. */
  at: number;
  text: string;
}

/** A version as one sequence of words: its running lines once, then its pages. */
export interface Flow {
  words: PageWord[];
  /** Where the pages begin. */
  body: number;
  headings: Heading[];
  /** The table cell of a word, where the file says it; absent where it is seen from its place on the page. */
  cells?: (at: number) => TablePlace | null;
}

const longestHeading = 80;
const numbered = /^(?:\d{1,3}\.(?:\d{1,3}\.?)*|\d{1,3}|[A-Z]\.(?:\d{1,3}\.?)*|§ ?\d+)$/u;

export function flowOf({ running, body }: SplitLines): Flow {
  const flow: Flow = { words: [], body: 0, headings: [] };
  flow.words.push(...running);
  flow.body = flow.words.length;
  const usual = usualSize(body.flat());
  for (const lines of body) {
    for (const line of lines) {
      if (isHeading(line, usual)) flow.headings.push({ at: flow.words.length, text: headingText(line) });
      flow.words.push(...line.words);
    }
  }
  return flow;
}

/** The font size of most words. */
function usualSize(lines: readonly PageLine[]): number {
  const counts = new Map<number, number>();
  for (const { fontSize, words } of lines) counts.set(fontSize, (counts.get(fontSize) ?? 0) + words.length);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}

const headingText = ({ words }: PageLine): string => shownWords(words).slice(0, longestHeading);

/** A number, then a title in letters that begins with a capital: larger than the text, or numbered with a dot. */
function isHeading({ words, fontSize }: PageLine, usual: number): boolean {
  const [number, title] = words;
  if (!number || !title || words.length > 12 || !numbered.test(number.text)) return false;
  if (!/^[\p{Lu}\p{Lo}]/u.test(title.text) || /[.;,:]$/u.test(words.at(-1)!.text)) return false;
  return fontSize > usual * 1.05 || number.text.includes('.');
}

/**
 * Words as they are compared. A word that a line's end may have broken is the one that the other version has: joined,
 * else with its hyphen.
 */
export function keysOf(flow: Flow, other: Flow): string[] {
  const known = new Set(other.words.map(({ text }) => text));
  return flow.words.map(({ text }) => {
    if (!text.includes(softBreak)) return text;
    const joined = text.replaceAll(softBreak, '');
    const hyphened = text.replaceAll(softBreak, '-');
    return !known.has(joined) && known.has(hyphened) ? hyphened : joined;
  });
}

/** A word as it is shown. */
export const shownWord = (word: string): string => word.replaceAll(softBreak, '');

/** Words as they are shown: without a space where there is none. */
export function shownWords(words: readonly PageWord[]): string {
  let shown = '';
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    const isOneText = before && (word.isGlued || (word.startsLine && isUnspaced(before.text) && isUnspaced(word.text)));
    shown += `${index === 0 || isOneText ? '' : ' '}${shownWord(word.text)}`;
  }
  return shown;
}

import { folded } from '#app/ui/text/folded.ts';

/** A piece of a snippet; marked where it matches. */
export interface Piece {
  text: string;
  marked: boolean;
}

interface Span {
  from: number;
  to: number;
  term: string;
}

/** Letters shown around the place with the most of the words. */
const shown = 180;

/**
 * Where words stand that begin with one of `terms` (folded), and where a term stands that is written without spaces.
 */
function spansOf(body: string, terms: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (const { 0: word, index } of body.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const plain = folded(word);
    const begins = terms.find((term) => plain.startsWith(term));
    if (begins !== undefined) {
      spans.push({ from: index, to: index + word.length, term: begins });
      continue;
    }
    const within = terms.find((term) => !/^[\0-\x7f]*$/u.test(term) && word.includes(term));
    if (within !== undefined) {
      const from = index + word.indexOf(within);
      spans.push({ from, to: from + within.length, term: within });
    }
  }
  return spans;
}

/** The part of a page with the most of the words, which are marked. `terms`: what was typed, and its stems. */
export function snippetOf(body: string, words: readonly string[]): Piece[] {
  const terms = [...new Set(words.flatMap((word) => [word, folded(word)]))].filter((word) => word !== '');
  const spans = spansOf(body, terms);
  let best = { from: 0, count: 0 };
  for (const [at, { from }] of spans.entries()) {
    const inside = spans.slice(at, at + 20).filter(({ to }) => to <= from + shown);
    const count = new Set(inside.map(({ term }) => term)).size;
    if (count > best.count) best = { from, count };
  }
  const before = Math.max(0, best.from - shown / 3);
  const start = before === 0 ? 0 : body.indexOf(' ', before) + 1 || before;
  const from = Math.min(start, best.from);
  const cut = body.length <= from + shown ? body.length : body.lastIndexOf(' ', from + shown);
  const end = cut > best.from ? cut : from + shown;
  const pieces: Piece[] = [];
  const add = (text: string, marked: boolean) => text !== '' && pieces.push({ text, marked });
  let done = from;
  if (from > 0) add('… ', false);
  for (const span of spans.filter((one) => one.from >= from && one.to <= end)) {
    add(body.slice(done, span.from), false);
    add(body.slice(span.from, span.to), true);
    done = span.to;
  }
  add(body.slice(done, end), false);
  if (end < body.length) add(' …', false);
  return pieces;
}

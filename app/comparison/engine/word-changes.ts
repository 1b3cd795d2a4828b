import { align, type Matches } from './align.ts';
import { type Edit, editsOf, joinByChance, slideToStarts } from './edits.ts';
import { type Flow, keysOf } from './flow.ts';
import { isLineBreak } from './line-breaks.ts';
import { reorderedLines } from './line-order.ts';
import { findMoves } from './moves.ts';

export interface WordChanges {
  /** Of the text, by places in the flows. */
  matches: Matches;
  edits: Edit[];
  moves: Edit[];
}

/** Running lines are compared with running lines, the text with the text. */
export function wordChanges(from: Flow, to: Flow): WordChanges {
  const numbers = new Map<string, number>();
  const numbered = (keys: string[]): number[] =>
    keys.map((key) => {
      const known = numbers.get(key) ?? numbers.size;
      numbers.set(key, known);
      return known;
    });
  const [old, young] = [numbered(keysOf(from, to)), numbered(keysOf(to, from))];
  const running = editsOf(align(old.slice(0, from.body), young.slice(0, to.body)), to.body);
  const [oldBody, newBody] = [old.slice(from.body), young.slice(to.body)];
  const matches = align(oldBody, newBody);
  const starts = (flow: Flow) => (at: number) => startWeight(flow, at + flow.body);
  const tidied = slideToStarts(joinByChance(editsOf(matches, newBody.length)), oldBody, newBody, {
    from: starts(from),
    to: starts(to),
  });
  const { edits, moves } = findMoves(tidied, oldBody, newBody);
  const inFlow = (edit: Edit): Edit => ({
    from: edit.from + from.body,
    fromEnd: edit.fromEnd + from.body,
    to: edit.to + to.body,
    toEnd: edit.toEnd + to.body,
  });
  const sameWords = matchesBeside(tidied.map(inFlow), from, to);
  return {
    matches: sameWords,
    edits: [...running, ...edits.map(inFlow).filter((edit) => !isLineBreak(from, to, edit))],
    moves: [...moves.map(inFlow), ...reorderedLines(from, to, sameWords)],
  };
}

/** Which words are the same where these edits are all that changed. */
function matchesBeside(edits: readonly Edit[], from: Flow, to: Flow): Matches {
  const matches = new Int32Array(from.words.length).fill(-1);
  let [at, other] = [from.body, to.body];
  for (const edit of [...edits, { from: from.words.length, fromEnd: 0, to: 0, toEnd: 0 }]) {
    while (at < edit.from) matches[at++] = other++;
    [at, other] = [edit.fromEnd, edit.toEnd];
  }
  return matches;
}

/** How good a place is to begin a passage at: a page, a line, anywhere. */
function startWeight({ words }: Flow, at: number): number {
  const word = words[at];
  if (!word || words[at - 1]?.page !== word.page) return 2;
  return word.startsLine ? 1 : 0;
}

/** How many words were added, removed and moved. */
export const countWords = ({ edits, moves }: Pick<WordChanges, 'edits' | 'moves'>) => ({
  wordsAdded: sum(edits, ({ to, toEnd }) => toEnd - to),
  wordsRemoved: sum(edits, ({ from, fromEnd }) => fromEnd - from),
  wordsMoved: sum(moves, ({ from, fromEnd }) => fromEnd - from),
});

const sum = (list: readonly Edit[], of: (one: Edit) => number): number =>
  list.reduce((total, one) => total + of(one), 0);

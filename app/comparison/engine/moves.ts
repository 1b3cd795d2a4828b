import { uniqueRuns } from './align.ts';
import type { Edit } from './edits.ts';

/** The fewest words that count as moved; fewer are removed here and added there. */
const fewestMoved = 6;

/** Edits with the stretches taken out that stand, unchanged, in another place. */
export interface WithMoves {
  edits: Edit[];
  moves: Edit[];
}

/** Finds what was removed in one place and added in another, word for word. */
export function findMoves(edits: readonly Edit[], from: readonly number[], to: readonly number[]): WithMoves {
  const removed = gather(edits.map((edit) => [edit.from, edit.fromEnd]));
  const added = gather(edits.map((edit) => [edit.to, edit.toEnd]));
  const oldWords = removed.map((at) => (at < 0 ? at : from[at]!));
  const newWords = added.map((at) => (at < 0 ? at : to[at]!));
  const inNew = uniqueRuns(newWords, 0, newWords.length, fewestMoved);
  const moves: Edit[] = [];
  let done = 0;
  for (const [run, start] of uniqueRuns(oldWords, 0, oldWords.length, fewestMoved)) {
    const place = inNew.get(run) ?? -1;
    if (start < done || place < 0) continue;
    let [at, other] = [start, place];
    while (at > done && oldWords[at - 1] === newWords[other - 1] && oldWords[at - 1]! >= 0)
      [at, other] = [at - 1, other - 1];
    let [end, otherEnd] = [start, place];
    while (end < oldWords.length && oldWords[end] === newWords[otherEnd] && oldWords[end]! >= 0)
      [end, otherEnd] = [end + 1, otherEnd + 1];
    const move = {
      from: removed[at]!,
      fromEnd: removed[end - 1]! + 1,
      to: added[other]!,
      toEnd: added[otherEnd - 1]! + 1,
    };
    if (moves.some((one) => one.to < move.toEnd && move.to < one.toEnd)) continue;
    moves.push(move);
    done = end;
  }
  return { edits: moves.length === 0 ? [...edits] : edits.flatMap((edit) => without(edit, moves)), moves };
}

/** The places of all stretches in one list; between two stretches a number that no other place has. */
function gather(stretches: readonly (readonly [number, number])[]): number[] {
  const places: number[] = [];
  for (const [index, [start, end]] of stretches.entries()) {
    for (let at = start; at < end; at++) places.push(at);
    places.push(-1 - index);
  }
  return places;
}

/** What is left of an edit beside the moved stretches. */
function without(edit: Edit, moves: readonly Edit[]): Edit[] {
  const removed = leftOf(
    [edit.from, edit.fromEnd],
    moves.map(({ from, fromEnd }) => [from, fromEnd]),
  );
  const added = leftOf(
    [edit.to, edit.toEnd],
    moves.map(({ to, toEnd }) => [to, toEnd]),
  );
  const count = Math.max(removed.length, added.length);
  return Array.from({ length: count }, (_, index) => {
    const [from, fromEnd] = removed[index] ?? [edit.fromEnd, edit.fromEnd];
    const [to, toEnd] = added[index] ?? [edit.toEnd, edit.toEnd];
    return { from, fromEnd, to, toEnd };
  });
}

function leftOf([start, end]: [number, number], taken: readonly (readonly [number, number])[]): [number, number][] {
  const left: [number, number][] = [];
  let at = start;
  const within = taken.filter(([from, to]) => from >= start && to <= end && to > from).sort(([a], [b]) => a - b);
  for (const [from, to] of within) {
    if (from > at) left.push([at, from]);
    at = to;
  }
  if (end > at) left.push([at, end]);
  return left;
}

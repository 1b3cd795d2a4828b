import type { Matches } from './align.ts';

/** Words of the older sequence that words of the newer one replace; either side may be empty. */
export interface Edit {
  from: number;
  fromEnd: number;
  to: number;
  toEnd: number;
}

/** The edits that turn one sequence into the other, in order. */
export function editsOf(matches: Matches, toLength: number): Edit[] {
  const edits: Edit[] = [];
  let [from, to] = [0, 0];
  for (let at = 0; at <= matches.length; at++) {
    const match = at === matches.length ? toLength : matches[at]!;
    if (match < 0) continue;
    if (at > from || match > to) edits.push({ from, fromEnd: at, to, toEnd: match });
    [from, to] = [at + 1, match + 1];
  }
  return edits;
}

const sizeOf = ({ from, fromEnd, to, toEnd }: Edit): number => Math.max(fromEnd - from, toEnd - to);

/** Of a rewritten stretch, one or two words that are the same by chance are part of what was rewritten. */
export function joinByChance(edits: readonly Edit[]): Edit[] {
  const joined: Edit[] = [];
  for (const edit of edits) {
    const last = joined.at(-1);
    const same = last ? edit.from - last.fromEnd : Infinity;
    if (last && same <= 2 && Math.min(sizeOf(last), sizeOf(edit)) >= 4)
      Object.assign(last, { fromEnd: edit.fromEnd, toEnd: edit.toEnd });
    else joined.push({ ...edit });
  }
  return joined;
}

/**
 * Moves what was only added or only removed to where it begins with a page, else a line, as far as equal words allow
 * it: of two equal beginnings, the one that a reader sees as added.
 */
export function slideToStarts(
  edits: readonly Edit[],
  from: readonly number[],
  to: readonly number[],
  weigh: { from(at: number): number; to(at: number): number },
): Edit[] {
  const moved: Edit[] = [];
  for (const [index, edit] of edits.entries()) {
    moved.push(slide(edit, moved.at(-1), edits[index + 1]));
  }
  return moved;

  function slide(edit: Edit, before: Edit | undefined, after: Edit | undefined): Edit {
    const isAdded = edit.from === edit.fromEnd;
    if (!isAdded && edit.to !== edit.toEnd) return edit;
    const words = isAdded ? to : from;
    const [start, end] = isAdded ? [edit.to, edit.toEnd] : [edit.from, edit.fromEnd];
    const length = isAdded ? to.length : from.length;
    const [last, next] = isAdded ? [before?.toEnd, after?.to] : [before?.fromEnd, after?.from];
    // One equal word stays between two edits.
    const room = last === undefined ? start : start - last - 1;
    const roomAfter = next === undefined ? length - end : next - end - 1;
    const weight = (shift: number): number => (isAdded ? weigh.to(start + shift) : weigh.from(start + shift));
    let best = 0;
    const consider = (shift: number): void => {
      if (weight(shift) > weight(best)) best = shift;
    };
    for (let shift = 1; shift <= room && words[start - shift] === words[end - shift]; shift++) consider(-shift);
    for (let shift = 1; shift <= roomAfter && words[start + shift - 1] === words[end + shift - 1]; shift++)
      consider(shift);
    return {
      from: edit.from + best,
      fromEnd: edit.fromEnd + best,
      to: edit.to + best,
      toEnd: edit.toEnd + best,
    };
  }
}

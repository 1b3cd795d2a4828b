import type { Part, Passage, Span } from './comparison.ts';
import type { Edit } from './edits.ts';
import { type Flow, shownWords } from './flow.ts';
import type { PageWord, TablePlace } from './page-words.ts';
import { cellsOf } from './table-cells.ts';

/** Unchanged words on each side of a passage. */
const around = 6;
/** Changes with fewer unchanged words between them are one passage. */
const together = 4;

export const everyPage = 'On every page';

/** Finds the table cell of a word; each page is looked at once, when first needed. */
function cellFinder({ words, body }: Flow): (at: number) => TablePlace | null {
  const byPage = new Map<number, Map<PageWord, TablePlace>>();
  const starts = new Map<number, PageWord[]>();
  for (const word of words.slice(body)) {
    const own = starts.get(word.page);
    if (own) own.push(word);
    else starts.set(word.page, [word]);
  }
  return (at) => {
    const word = words[at];
    if (!word || at < body) return null;
    let cells = byPage.get(word.page);
    if (!cells) byPage.set(word.page, (cells = cellsOf(starts.get(word.page) ?? [])));
    return cells.get(word) ?? null;
  };
}

/** The edits, near ones together, and the moves, in reading order. */
export function passagesOf(from: Flow, to: Flow, edits: readonly Edit[], moves: readonly Edit[]): Passage[] {
  const cellOfOld = from.cells ?? cellFinder(from);
  const cellOfNew = to.cells ?? cellFinder(to);
  const cellOf = (edit: Edit): TablePlace | null => {
    const isNew = edit.toEnd > edit.to;
    const [find, start, end] = isNew ? [cellOfNew, edit.to, edit.toEnd] : [cellOfOld, edit.from, edit.fromEnd];
    const cell = find(start);
    for (let at = start + 1; cell && at < end; at++) if (find(at) !== cell) return null;
    return cell;
  };
  const groups: { edits: Edit[]; cell: TablePlace | null }[] = [];
  for (const edit of edits) {
    const cell = cellOf(edit);
    const group = groups.at(-1);
    const last = group?.edits.at(-1);
    const isNear = last && edit.from - last.fromEnd <= together && edit.to - last.toEnd <= together;
    const isApart = last && (isBoundary(from, last.from, edit.from) || isBoundary(to, last.to, edit.to));
    const isSameCell = cell?.row === group?.cell?.row && cell?.column === group?.cell?.column;
    if (group && isNear && !isApart && isSameCell) group.edits.push(edit);
    else groups.push({ edits: [edit], cell });
  }
  const changed = groups.map(({ edits: own, cell }) => passageOf(from, to, own, cell));
  const moved = moves.map((move): Passage => ({ ...passageOf(from, to, [move], null), kind: 'moved' }));
  const order = ({ from: old, to: young }: Passage): number => young?.word ?? old!.word + to.body - from.body;
  return [...changed, ...moved].sort((one, other) => order(one) - order(other));
}

/** Running lines and the first page are never in one passage. */
const isBoundary = ({ body }: Flow, one: number, other: number): boolean => one < body && other >= body;

function spanOf({ words }: Flow, start: number, end: number): Span | null {
  if (start === end) return null;
  return { page: words[start]!.page + 1, lastPage: words[end - 1]!.page + 1, word: start, words: end - start };
}

function passageOf(from: Flow, to: Flow, edits: readonly Edit[], cell: TablePlace | null): Passage {
  const [first, last] = [edits[0]!, edits.at(-1)!];
  const parts: Part[] = [];
  const add = (kind: Part['kind'], { words }: Flow, start: number, end: number): void => {
    if (start < end) parts.push({ kind, text: textOf(words, start, end) });
  };
  const inNew = last.toEnd > first.to || first.from === last.fromEnd;
  const [flow, start, end] = inNew ? [to, first.to, last.toEnd] : [from, first.from, last.fromEnd];
  const [low, high] = start < flow.body ? [0, flow.body] : [flow.body, flow.words.length];
  for (const [index, edit] of edits.entries()) {
    const before = edits[index - 1];
    if (before) add('same', to, before.toEnd, edit.to);
    add('removed', from, edit.from, edit.fromEnd);
    add('added', to, edit.to, edit.toEnd);
  }
  const [removed, added] = [edits.some((e) => e.fromEnd > e.from), edits.some((e) => e.toEnd > e.to)];
  return {
    kind: removed && added ? 'changed' : added ? 'added' : 'removed',
    place: placeOf(flow, start, end),
    cell: cell && { row: cell.row, column: cell.column },
    from: spanOf(from, first.from, last.fromEnd),
    to: spanOf(to, first.to, last.toEnd),
    parts,
    before: textOf(flow.words, Math.max(low, start - around), start),
    after: textOf(flow.words, end, Math.min(high, end + around)),
  };
}

const textOf = (words: readonly PageWord[], start: number, end: number): string => shownWords(words.slice(start, end));

/** The last heading above, which may be the changed one itself; else the page. */
function placeOf({ words, headings, body }: Flow, start: number, end: number): string {
  if (start < body) return everyPage;
  let [low, high] = [0, headings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (headings[middle]!.at <= start) low = middle + 1;
    else high = middle;
  }
  const heading = headings[low - 1];
  return heading ? heading.text : `Page ${(words[Math.min(start, end, words.length - 1)]?.page ?? 0) + 1}`;
}

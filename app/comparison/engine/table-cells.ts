import { shownWords } from './flow.ts';
import type { PageWord, TablePlace } from './page-words.ts';

interface Cell {
  words: PageWord[];
  left: number;
  right: number;
}

interface Row {
  bottom: number;
  height: number;
  cells: Cell[];
}

/** A table has at least so many rows, whose cells hold few words. */
const fewestRows = 2;
const mostWords = 8;

/** The cells of the tables of one page that can be recognised: rows of as many cells that stand below each other. */
export function cellsOf(words: readonly PageWord[]): Map<PageWord, TablePlace> {
  const places = new Map<PageWord, TablePlace>();
  let table: Row[] = [];
  const end = (): void => {
    if (table.length >= fewestRows && isTable(table)) name(table, places);
    table = [];
  };
  for (const row of rowsOf(words)) {
    const last = table.at(-1);
    if (row.cells.length < 2 || (last && !standsBelow(row, last))) end();
    if (row.cells.length >= 2) table.push(row);
  }
  end();
  return places;
}

/** The words at one height, cut into cells at wide gaps, from above. */
function rowsOf(words: readonly PageWord[]): Row[] {
  const sorted = [...words].sort((one, other) => other.bottom - one.bottom || one.left - other.left);
  const rows: { bottom: number; height: number; words: PageWord[] }[] = [];
  for (const word of sorted) {
    const row = rows.at(-1);
    const height = word.top - word.bottom;
    if (row && Math.abs(row.bottom - word.bottom) < Math.max(row.height, height) * 0.5) row.words.push(word);
    else rows.push({ bottom: word.bottom, height: Math.max(height, 4), words: [word] });
  }
  return rows.map(({ bottom, height, words: own }) => ({ bottom, height, cells: cut(own, height) }));
}

function cut(words: readonly PageWord[], height: number): Cell[] {
  const cells: Cell[] = [];
  for (const word of [...words].sort((one, other) => one.left - other.left)) {
    const cell = cells.at(-1);
    if (cell && word.left - cell.right < height * 1.6) {
      cell.words.push(word);
      cell.right = Math.max(cell.right, word.right);
    } else cells.push({ words: [word], left: word.left, right: word.right });
  }
  return cells;
}

const overlaps = (one: Cell, other: Cell): boolean => one.left < other.right + 2 && other.left < one.right + 2;

function standsBelow(row: Row, above: Row): boolean {
  if (above.bottom - row.bottom > Math.max(row.height, above.height) * 5) return false;
  return (
    row.cells.length === above.cells.length && row.cells.every((cell, index) => overlaps(cell, above.cells[index]!))
  );
}

function isTable(rows: readonly Row[]): boolean {
  const cells = rows.flatMap((row) => row.cells);
  return cells.reduce((sum, { words }) => sum + words.length, 0) <= cells.length * mostWords;
}

/** Characters of the name of a row or column. */
const longestName = 80;

const textOf = ({ words }: Cell): string => shownWords(words).slice(0, longestName);

/** The first row names the columns, the first cell its row. */
function name(table: readonly Row[], places: Map<PageWord, TablePlace>): void {
  const [head] = table;
  for (const { cells } of table) {
    for (const [index, cell] of cells.entries()) {
      const place = { row: textOf(cells[0]!), column: textOf(head!.cells[index]!) };
      for (const word of cell.words) places.set(word, place);
    }
  }
}

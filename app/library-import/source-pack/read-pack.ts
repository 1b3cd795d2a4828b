import type { ColumnMap } from '#events/import/events.ts';
import {
  packColumns,
  packTables,
  type AbsentColumns,
  type Column,
  type PackProblem,
  type PackRow,
  type PackRows,
  type PackTable,
  type ProblemKind,
} from '#app/library-import/source-pack/columns.ts';
import { cellFaults, type Sheet, type SheetRow } from '#app/adapters/spreadsheet/sheet.ts';

/** People, departments, relations and training may be left out. */
const required: readonly PackTable[] = ['documents', 'versions'];

export const headOf = (cell: string): string => cell.toLowerCase().replace(/[\s_-]+/g, ' ');

interface ReadPack {
  rows: PackRows;
  problems: PackProblem[];
  absent: AbsentColumns;
}

/** Reads the rows of the tables, and names missing tables and cells that cannot be taken. */
export function readPack(sheets: ReadonlyMap<PackTable, Sheet>, mapped: ColumnMap = {}): ReadPack {
  const problems: PackProblem[] = [];
  const absent: Partial<Record<PackTable, readonly string[]>> = {};
  const read = <T extends PackTable>(table: T): PackRow<T>[] => {
    const sheet = sheets.get(table);
    if (!sheet?.ok || sheet.rows.length < 2) {
      const unread = sheet && !sheet.ok && sheet.reason !== 'empty';
      if (unread || required.includes(table))
        problems.push({
          kind: 'table_missing',
          table,
          row: null,
          column: null,
          says: unread ? `The table ${table} cannot be read.` : `There is no table ${table}, or it has no rows.`,
        });
      return [];
    }
    const found = rowsOf(table, sheet.rows, problems, mapped[table] ?? {});
    absent[table] = found.absent;
    return found.rows;
  };
  const rows = Object.fromEntries(packTables.map((table) => [table, read(table)])) as PackRows;
  return { rows, problems, absent };
}

function rowsOf<T extends PackTable>(
  table: T,
  [heads, ...sheet]: readonly SheetRow[],
  problems: PackProblem[],
  mapped: Readonly<Record<string, string>>,
): { rows: PackRow<T>[]; absent: string[] } {
  const columns: readonly Column<T>[] = packColumns[table];
  const head = heads!.cells.map(headOf);
  const placeOf = (column: string): number =>
    mapped[column] === '' ? -1 : head.indexOf(headOf(mapped[column] ?? column));
  const places = new Map(columns.map((column) => [column, placeOf(column)]));
  const columnAt = new Map([...places].map(([column, at]) => [at, column]));
  const named = (at: number): string | null => columnAt.get(at) ?? head[at] ?? null;
  const say = (kind: ProblemKind, row: number, column: string | null, says: string): void =>
    void problems.push({ kind, table, row, column, says });
  for (const [column, at] of places)
    if (at >= 0 && head.lastIndexOf(head[at]!) > at)
      say('column_twice', heads!.number, column, `Two columns of ${table} are called “${heads!.cells[at]!}”.`);
  const rows = sheet.map(({ number, cells, formulas, days = {}, faults = {} }): PackRow<T> => {
    for (const [at, fault] of Object.entries(faults))
      if (columnAt.has(Number(at)) || !head[Number(at)])
        say(
          'cell_fault',
          number,
          named(Number(at)),
          `${cellFaults[fault]}${shownIn(cells[Number(at)])}. Enter its value.`,
        );
    for (const at of formulas) say('formula', number, named(at), 'The cell begins as a formula. Enter its value.');
    if (cells.length > head.length || cells.some((cell, at) => cell !== '' && !head[at]))
      say('surplus_cells', number, null, surplusIn(cells.length, head.length));
    const own = [...places].map(([column, at]) => [column, cells[at] ?? ''] as const);
    const dated = [...places].flatMap(([column, at]) => (days[at] ? [[column, days[at]] as const] : []));
    return {
      table,
      number,
      cells: Object.fromEntries(own) as Record<Column<T>, string>,
      days: Object.fromEntries(dated) as PackRow<T>['days'],
    };
  });
  return { rows, absent: columns.filter((column) => places.get(column)! < 0) };
}

const shownIn = (cell: string | undefined): string => (cell ? `, ${cell}` : '');

const surplusIn = (cells: number, heads: number): string =>
  cells > heads
    ? `The row has ${cells} cells, and the table ${heads} heads. Put text with a comma in quotation marks.`
    : 'The row has a value in a column without a head. Name the column, or remove the value.';

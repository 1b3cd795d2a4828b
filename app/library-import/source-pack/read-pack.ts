import type { ColumnMap } from '#events/import/events.ts';
import {
  packColumns,
  packTables,
  type Column,
  type PackProblem,
  type PackRow,
  type PackRows,
  type PackTable,
} from '#app/library-import/source-pack/columns.ts';
import type { Sheet, SheetRow } from '#app/adapters/spreadsheet/sheet.ts';

/** People, departments, relations and training may be left out. */
const required: readonly PackTable[] = ['documents', 'versions'];

export const headOf = (cell: string): string => cell.toLowerCase().replace(/[\s_-]+/g, ' ');

/** Reads the rows of the tables, and names formulas, missing tables and missing columns. */
export function readPack(
  sheets: ReadonlyMap<PackTable, Sheet>,
  mapped: ColumnMap = {},
): { rows: PackRows; problems: PackProblem[] } {
  const problems: PackProblem[] = [];
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
    return rowsOf(table, sheet.rows, problems, mapped[table] ?? {});
  };
  const rows = Object.fromEntries(packTables.map((table) => [table, read(table)])) as PackRows;
  return { rows, problems };
}

function rowsOf<T extends PackTable>(
  table: T,
  sheet: readonly SheetRow[],
  problems: PackProblem[],
  mapped: Readonly<Record<string, string>>,
): PackRow<T>[] {
  const columns: readonly string[] = packColumns[table];
  const head = sheet[0]!.cells.map(headOf);
  const placeOf = (column: string): number => head.indexOf(headOf(mapped[column] ?? column));
  const missing = columns.filter((column) => mapped[column] !== '' && placeOf(column) < 0);
  for (const column of missing)
    problems.push({
      kind: 'column_missing',
      table,
      row: sheet[0]!.number,
      column,
      says: `The table ${table} has no column “${mapped[column] ?? column}”. Choose the columns of the source.`,
    });
  return sheet.slice(1).map(({ number, cells, formulas }) => {
    for (const at of formulas)
      problems.push({
        kind: 'formula',
        table,
        row: number,
        column: head[at] ?? null,
        says: 'The cell is a formula, or begins as one. Enter its value.',
      });
    const own = Object.fromEntries(columns.map((column) => [column, cells[placeOf(column)] ?? '']));
    return { table, number, cells: own as Record<Column<T>, string> };
  });
}

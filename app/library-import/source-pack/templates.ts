import { stringify } from 'csv-stringify/sync';
import { packColumns, packTables, type PackTable } from '#app/library-import/source-pack/columns.ts';

/** A workbook with a sheet for each table, each with the heads of its columns. */
export async function workbookTemplate(): Promise<Buffer> {
  const { utils, write } = await import('@e965/xlsx');
  const book = utils.book_new();
  for (const table of packTables) utils.book_append_sheet(book, utils.aoa_to_sheet([[...packColumns[table]]]), table);
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

/** The heads of one table. */
export const tableTemplate = (table: PackTable): string => stringify([[...packColumns[table]]], { bom: true });

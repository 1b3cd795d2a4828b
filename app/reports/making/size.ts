import { ok, type Result } from '#events/failures.ts';
import { countMatrixPeople, readMatrixPlaces } from '#app/reports/queries/matrix.ts';
import { checkMatrixCells } from '#app/reports/queries/matrix-size.ts';
import type { ReportFilters, TableRequest } from '#app/reports/queries/names.ts';
import { countRecords, type RecordCounts } from '#app/reports/queries/records.ts';
import type { Source } from '#app/reports/queries/source.ts';
import { listOf } from '#app/reports/lists.ts';

/** The rows of a report, and its cost as a number of list rows. */
export interface Size {
  rows: number;
  weight: number;
  /** Only for the matrix. */
  cells?: number;
  /** Only for a report of training records. */
  counts?: RecordCounts;
}

/** Whether a report of this size takes well under two seconds. */
export const isQuick = ({ weight }: Size, format: 'pdf' | 'csv'): boolean =>
  weight <= (format === 'pdf' ? 1_500 : 40_000);

/** Refuses `report_too_large` for a matrix that is too large for a PDF. */
export const fitsFormat = ({ cells = 0 }: Size, { format }: Pick<TableRequest, 'format'>): Result<null> =>
  format === 'pdf' ? checkMatrixCells(cells) : ok(null);

/** Matrix cells that cost as much as one list row. */
const cellsPerRow = 10;

export async function sizeOf(source: Source, { name, filters }: Pick<TableRequest, 'name' | 'filters'>): Promise<Size> {
  if (name === 'training-matrix') {
    const documents = await readMatrixPlaces(source, filters);
    const rows = await countMatrixPeople(source, filters, documents);
    const cells = rows * documents.length;
    return { rows, cells, weight: Math.max(rows, cells) / cellsPerRow };
  }
  const list = listOf(name);
  if (list) return plain(await list.count(source, filters));
  const counts = await countRecords(source, recordFilters({ name, filters }));
  return { ...plain(counts.totals.records), counts };
}

/** The filters of a report of training records: outstanding training means open records. */
export const recordFilters = ({ name, filters }: Pick<TableRequest, 'name' | 'filters'>): ReportFilters =>
  name === 'outstanding-training' ? { ...filters, gaps: true } : filters;

const plain = (rows: number): Size => ({ rows, weight: rows });

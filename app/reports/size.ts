import { ok, type Result } from '#events/failures.ts';
import { countEffective } from '#app/queries/report/documents.ts';
import { countMatrixPeople, readMatrixPlaces } from '#app/queries/report/matrix.ts';
import { checkMatrixCells } from '#app/queries/report/matrix-size.ts';
import type { ReportFilters } from '#app/queries/report/names.ts';
import { countPeople } from '#app/queries/report/people.ts';
import { countRecords, type RecordCounts } from '#app/queries/report/records.ts';
import type { Source } from '#app/queries/report/source.ts';
import type { TableRequest } from '#app/reports/make-report.ts';

/** The rows of a report, and its work in rows of a list. */
export interface Size {
  rows: number;
  weight: number;
  /** Of the matrix. */
  cells?: number;
  /** Of a report of training records: what was counted for it. */
  counts?: RecordCounts;
}

/** Whether a report of this size is made while the person waits: it takes well under two seconds then. */
export const isQuick = ({ weight }: Size, format: 'pdf' | 'csv'): boolean =>
  weight <= (format === 'pdf' ? 1_500 : 40_000);

/** Refuses a matrix that is too large for a PDF. */
export const fitsFormat = ({ cells = 0 }: Size, { format }: Pick<TableRequest, 'format'>): Result<null> =>
  format === 'pdf' ? checkMatrixCells(cells) : ok(null);

/** How many cells of a matrix weigh as much as a row of a list. */
const cellsPerRow = 10;

export async function sizeOf(source: Source, { name, filters }: Pick<TableRequest, 'name' | 'filters'>): Promise<Size> {
  switch (name) {
    case 'training-matrix': {
      const documents = await readMatrixPlaces(source, filters);
      const rows = await countMatrixPeople(source, filters, documents);
      const cells = rows * documents.length;
      return { rows, cells, weight: Math.max(rows, cells) / cellsPerRow };
    }
    case 'table-of-contents':
      return plain(await countEffective(source, filters));
    case 'active-users':
    case 'all-users':
      return plain(await countPeople(source, { ...filters, everybody: name === 'all-users' }));
    default: {
      const counts = await countRecords(source, recordFilters({ name, filters }));
      return { ...plain(counts.totals.records), counts };
    }
  }
}

/** What a report of training records is narrowed to: outstanding training is what is open. */
export const recordFilters = ({ name, filters }: Pick<TableRequest, 'name' | 'filters'>): ReportFilters =>
  name === 'outstanding-training' ? { ...filters, gaps: true } : filters;

const plain = (rows: number): Size => ({ rows, weight: rows });

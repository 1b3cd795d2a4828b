import { ok, type Result } from '#events/failures.ts';
import { countBreakGlass } from '#app/queries/report/break-glass.ts';
import { countIdentityGaps } from '#app/queries/report/identity-gaps.ts';
import { countMethods } from '#app/queries/report/methods.ts';
import { countChanges } from '#app/queries/report/changes.ts';
import { countOpenRequests } from '#app/queries/report/change-requests.ts';
import { countExceptions } from '#app/queries/report/exceptions.ts';
import { countEffective } from '#app/queries/report/documents.ts';
import { countFunctionHolders } from '#app/queries/report/functions.ts';
import { countMatrixPeople, readMatrixPlaces } from '#app/queries/report/matrix.ts';
import { checkMatrixCells } from '#app/queries/report/matrix-size.ts';
import type { ReportFilters, TableRequest } from '#app/queries/report/names.ts';
import { countPeople } from '#app/queries/report/people.ts';
import { countRecords, type RecordCounts } from '#app/queries/report/records.ts';
import { countApprovals } from '#app/queries/report/step-approvals.ts';
import type { Source } from '#app/queries/report/source.ts';

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
  switch (name) {
    case 'training-matrix': {
      const documents = await readMatrixPlaces(source, filters);
      const rows = await countMatrixPeople(source, filters, documents);
      const cells = rows * documents.length;
      return { rows, cells, weight: Math.max(rows, cells) / cellsPerRow };
    }
    case 'table-of-contents':
      return plain(await countEffective(source, filters));
    case 'separation-exceptions':
      return plain(await countExceptions(source, filters));
    case 'approval-times':
    case 'overdue-approvals':
    case 'deputy-signatures':
      return plain(await countApprovals(source, name, filters));
    case 'change-register':
      return plain(await countChanges(source, filters));
    case 'change-requests':
      return plain(await countOpenRequests(source, filters));
    case 'functions':
      return plain(await countFunctionHolders(source));
    case 'active-users':
    case 'all-users':
      return plain(await countPeople(source, { ...filters, everybody: name === 'all-users' }));
    case 'identity-gaps':
      return plain(await countIdentityGaps(source, filters));
    case 'sign-ins':
    case 'signatures-by-assurance':
      return plain(await countMethods(source, name, filters));
    case 'break-glass':
      return plain(await countBreakGlass(source));
    default: {
      const counts = await countRecords(source, recordFilters({ name, filters }));
      return { ...plain(counts.totals.records), counts };
    }
  }
}

/** The filters of a report of training records: outstanding training means open records. */
export const recordFilters = ({ name, filters }: Pick<TableRequest, 'name' | 'filters'>): ReportFilters =>
  name === 'outstanding-training' ? { ...filters, gaps: true } : filters;

const plain = (rows: number): Size => ({ rows, weight: rows });

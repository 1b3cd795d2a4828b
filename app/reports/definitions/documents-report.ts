import { type } from '#app/adapters/pdf/colours.ts';
import type { EffectiveRow } from '#app/reports/queries/documents.ts';
import { documentColumns } from '#app/reports/definitions/document-columns.ts';
import type { TableReport } from '#app/adapters/pdf/report/table-report.ts';
import { showEffectiveDate } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

const numbers = (row: EffectiveRow): string =>
  documentNumber(row) + (row.formerNumber === null ? '' : ` (${row.formerNumber})`);

/** The effective documents by functional area. */
export function documentsReport(
  rows: AsyncIterable<EffectiveRow>,
  { alphabet }: { alphabet: readonly string[] },
): TableReport<EffectiveRow> {
  return {
    rows,
    csv: {
      head: [
        ...documentColumns.head,
        'Effective since',
        'Effective at (UTC)',
        'Approved at (UTC)',
        'Creator',
        'Departments',
        'Former number',
      ],
      cells: (row) => [
        ...documentColumns.cells(row),
        showEffectiveDate(row),
        row.effectiveAt,
        row.approvedAt,
        row.owner,
        row.departments.join('; '),
        row.formerNumber,
      ],
    },
    paper: {
      landscape: false,
      columns: [
        { head: 'Document', share: 27 },
        { head: 'Title', share: 49, style: type.fact },
        { head: 'Version', share: 10 },
        { head: 'Effective', share: 16 },
        { head: 'Departments', share: 30 },
      ],
      texts: (row) => [numbers(row), row.name, row.version, showEffectiveDate(row), row.departments.join(', ')],
      group: (row) => ({
        key: row.functionalArea,
        title: row.functionalArea,
        note: 'Effective documents of this functional area',
      }),
      summary: 'Every effective document with its version and effective date.',
      empty: 'No effective documents',
      alphabet,
    },
  };
}

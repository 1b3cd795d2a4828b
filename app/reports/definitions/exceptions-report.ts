import { typeLabel } from '#events/document/type.ts';
import { type } from '#app/adapters/pdf/colours.ts';
import { versionCell } from '#app/adapters/pdf/report/csv.ts';
import type { ExceptionRow } from '#app/reports/queries/exceptions.ts';
import type { TableReport } from '#app/adapters/pdf/report/table-report.ts';
import { showMoment } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

const versionWords = ({ version, covers }: ExceptionRow): string => (covers === 'this' ? version : `after ${version}`);

/** The exceptions from the separation of duties, the oldest first. */
export function exceptionsReport(
  rows: AsyncIterable<ExceptionRow>,
  { alphabet }: { alphabet: readonly string[] },
): TableReport<ExceptionRow> {
  return {
    rows,
    csv: {
      head: ['Document', 'Type', 'Functional area', 'Title', 'Version', 'Recorded by', 'Recorded at (UTC)', 'Reason'],
      cells: (row) => [
        documentNumber(row),
        typeLabel(row.type),
        row.functionalArea,
        row.name,
        row.covers === 'this' ? versionCell(row.version) : `after ${versionCell(row.version)}`,
        row.by,
        row.at,
        row.reason,
      ],
    },
    paper: {
      landscape: true,
      columns: [
        { head: 'Document', share: 20 },
        { head: 'Title', share: 36, style: type.fact },
        { head: 'Version', share: 12 },
        { head: 'Recorded by', share: 22 },
        { head: 'Recorded at', share: 22 },
        { head: 'Reason', share: 50 },
      ],
      texts: (row) => [documentNumber(row), row.name, versionWords(row), row.by, showMoment(row.at), row.reason],
      group: null,
      summary: 'Every exception from the separation of duties, with its reason.',
      empty: 'No exceptions',
      alphabet,
    },
  };
}

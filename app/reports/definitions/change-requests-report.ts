import { type } from '#app/adapters/pdf/colours.ts';
import type { OpenRequestRow } from '#app/reports/queries/change-requests.ts';
import { documentColumns } from '#app/reports/definitions/document-columns.ts';
import type { TableReport } from '#app/adapters/pdf/report/table-report.ts';
import { showDate } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { placeInWords, requestStatusWords, urgencyWords } from '#app/documents/words/change-requests.ts';

const statusOf = ({ status }: OpenRequestRow): string => requestStatusWords({ status, carriedOutVersion: null });

/** The change requests that wait for a decision or a version, the oldest first. */
export function changeRequestsReport(
  rows: AsyncIterable<OpenRequestRow>,
  { alphabet, zone }: { alphabet: readonly string[]; zone: string },
): TableReport<OpenRequestRow> {
  return {
    rows,
    csv: {
      head: [
        ...documentColumns.head,
        'Owner',
        'Requested by',
        'Requested at (UTC)',
        'Days open',
        'Status',
        'Urgency',
        'Place',
        'Request',
      ],
      cells: (row) => [
        ...documentColumns.cells(row),
        row.owner,
        row.author,
        row.requestedAt,
        String(row.days),
        statusOf(row),
        urgencyWords[row.urgency],
        placeInWords(row),
        row.text,
      ],
    },
    paper: {
      landscape: true,
      columns: [
        { head: 'Document', share: 20 },
        { head: 'Title', share: 32, style: type.fact },
        { head: 'Requested', share: 22 },
        { head: 'Days', share: 10 },
        { head: 'Status', share: 16 },
        { head: 'Owner', share: 20 },
        { head: 'Request', share: 52 },
      ],
      texts: (row) => [
        `${documentNumber(row)}, ${row.version}`,
        row.name,
        `${row.author}, ${showDate(row.requestedAt, zone)}`,
        String(row.days),
        row.urgency === 'urgent' ? `${statusOf(row)}, urgent` : statusOf(row),
        row.owner,
        row.text,
      ],
      group: null,
      summary: 'Change requests that wait for a decision or for a version, the oldest first.',
      empty: 'No open change requests',
      alphabet,
    },
  };
}

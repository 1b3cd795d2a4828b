import { type } from '#app/adapters/pdf/colours.ts';
import type { ChangeRow } from '#app/reports/queries/changes.ts';
import { documentColumns } from '#app/reports/definitions/document-columns.ts';
import type { TableReport } from '#app/adapters/pdf/report/table-report.ts';
import { showDate } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { changeKindWords, lineWords, originWords, trainingWords } from '#app/kit/words/version-change.ts';

/** What changed, why, what asked for it, and the training asked for; empty where nobody said so. */
const wordsOf = ({ change, reason }: ChangeRow): string[] =>
  change
    ? [
        changeKindWords[change.kind],
        change.reason ?? '',
        change.summary.map(lineWords).join('; '),
        change.origin.map(originWords).join('; '),
        trainingWords(change),
      ]
    : ['', reason ?? '', '', '', ''];

/** The versions that were sent for review, the oldest first. */
export function changesReport(
  rows: AsyncIterable<ChangeRow>,
  { zone, alphabet }: { zone: string; alphabet: readonly string[] },
): TableReport<ChangeRow> {
  return {
    rows,
    csv: {
      head: [
        ...documentColumns.head,
        'Sent at (UTC)',
        'Sent by',
        'Kind of change',
        'Reason',
        'What changes',
        'Asked for by',
        'Training asked for',
      ],
      cells: (row) => [...documentColumns.cells(row), row.at, row.by, ...wordsOf(row)],
    },
    paper: {
      landscape: true,
      columns: [
        { head: 'Document', share: 18 },
        { head: 'Title', share: 25, style: type.fact },
        { head: 'Version', share: 10 },
        { head: 'Sent', share: 14 },
        { head: 'Sent by', share: 18 },
        { head: 'Kind', share: 12 },
        { head: 'Reason', share: 28 },
        { head: 'What changes', share: 42 },
        { head: 'Asked for by', share: 25 },
        { head: 'Training', share: 25 },
      ],
      texts: (row) => [documentNumber(row), row.name, row.version, showDate(row.at, zone), row.by, ...wordsOf(row)],
      group: null,
      summary: 'Every version sent for review, with what it changes and why.',
      empty: 'No versions',
      alphabet,
    },
  };
}

import { roleLabel } from '#events/user/role.ts';
import { userStatusLabel } from '#events/user/status.ts';
import { type } from '#app/adapters/pdf/colours.ts';
import type { FunctionHolderRow } from '#app/reports/queries/functions.ts';
import type { TableReport } from '#app/adapters/pdf/report/table-report.ts';
import { showDate } from '#app/ui/text/date.ts';

const dayWords = (day: string | null): string => (day === null ? '' : showDate(day, 'UTC'));

/** Who holds which function. */
export function functionsReport(
  rows: AsyncIterable<FunctionHolderRow>,
  { alphabet }: { alphabet: readonly string[] },
): TableReport<FunctionHolderRow> {
  return {
    rows,
    csv: {
      head: ['Function', 'Retired', 'Held by', 'Email', 'Role', 'Status', 'From', 'Until'],
      cells: (row) => [
        row.function,
        row.retired ? 'Yes' : 'No',
        row.name,
        row.email,
        row.role && roleLabel(row.role),
        row.status && userStatusLabel(row.status),
        dayWords(row.from),
        dayWords(row.until),
      ],
    },
    paper: {
      landscape: true,
      columns: [
        { head: 'Function', share: 40, style: type.fact },
        { head: 'Held by', share: 40 },
        { head: 'Role', share: 16 },
        { head: 'Status', share: 16 },
        { head: 'From', share: 18 },
        { head: 'Until', share: 18 },
      ],
      texts: (row) => [
        row.retired ? `${row.function} (retired)` : row.function,
        row.name ?? 'Nobody',
        row.role === null ? '' : roleLabel(row.role),
        row.status === null ? '' : userStatusLabel(row.status),
        dayWords(row.from),
        dayWords(row.until),
      ],
      group: null,
      summary: 'Who holds which function, with both days included. Only active people hold one.',
      empty: 'No functions',
      alphabet,
    },
  };
}

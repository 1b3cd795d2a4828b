import { roleLabel } from '#events/user/role.ts';
import { userStatusLabel } from '#events/user/status.ts';
import type { ListedPerson } from '#app/reports/queries/people.ts';
import type { TableReport } from '#app/adapters/pdf/report/table-report.ts';
import { showDate } from '#app/ui/text/date.ts';

type Row = Pick<ListedPerson, 'name' | 'email' | 'role' | 'status' | 'departments'>;

/** The columns with which each report of people begins. */
export const personColumns = {
  csv: ['First and last name', 'Email', 'Role', 'Status', 'Departments'],
  paper: [
    { head: 'Name', share: 30 },
    { head: 'Email', share: 40 },
    { head: 'Role', share: 14 },
    { head: 'Status', share: 14 },
    { head: 'Departments', share: 40 },
  ],
  values: ({ name, email, role, status, departments }: Row, between: string) => [
    name,
    email,
    roleLabel(role),
    userStatusLabel(status),
    departments.join(between),
  ],
};

/** The people of the organisation by name. */
export function peopleReport(
  rows: AsyncIterable<ListedPerson>,
  { zone, alphabet, everybody }: { zone: string; alphabet: readonly string[]; everybody: boolean },
): TableReport<ListedPerson> {
  return {
    rows,
    csv: {
      head: [
        ...personColumns.csv,
        'Invited at (UTC)',
        'Confirmed at (UTC)',
        'Deactivated at (UTC)',
        'Second factor since (UTC)',
      ],
      cells: (row) => [
        ...personColumns.values(row, '; '),
        row.created_at,
        row.confirmed_at,
        row.deactivated_at,
        row.factor_since,
      ],
    },
    paper: {
      landscape: true,
      columns: [
        ...personColumns.paper,
        { head: 'Since', share: 14 },
        { head: 'Second factor', share: 16 },
        ...(everybody ? [{ head: 'Deactivated', share: 14 }] : []),
      ],
      texts: (row) => [
        ...personColumns.values(row, ', '),
        showDate(row.created_at, zone),
        row.factor_since === null ? 'None' : showDate(row.factor_since, zone),
        row.deactivated_at === null ? '' : showDate(row.deactivated_at, zone),
      ],
      group: null,
      summary: everybody ? 'Everyone who has ever had an account.' : 'Active and invited users.',
      empty: 'No data',
      alphabet,
    },
  };
}

import { type } from '#app/adapters/pdf/colours.ts';
import type { BreakGlassRow } from '#app/reports/queries/break-glass.ts';
import type { IdentityGap } from '#app/reports/queries/identity-gaps.ts';
import { methodsOf, type Counted, type MethodRow } from '#app/reports/queries/methods.ts';
import { personColumns } from '#app/reports/definitions/people-report.ts';
import type { TableReport } from '#app/adapters/pdf/report/table-report.ts';
import { showDate, showMoment, showMonth } from '#app/ui/text/date.ts';

type Alphabet = { alphabet: readonly string[] };

const factorWords = ({ factor_since: since, by_issuer: byIssuer }: IdentityGap, zone: string): string =>
  since !== null ? showDate(since, zone) : byIssuer ? 'At the issuer' : 'None';

/** People whose identity nobody verified, or who have no second factor. */
export const identityGapsReport = (
  rows: AsyncIterable<IdentityGap>,
  { zone, alphabet }: Alphabet & { zone: string },
): TableReport<IdentityGap> => ({
  rows,
  csv: {
    head: [...personColumns.csv, 'Identity verified at (UTC)', 'Second factor since (UTC)', 'Signs in at the issuer'],
    cells: (row) => [
      ...personColumns.values(row, '; '),
      row.verified_at,
      row.factor_since,
      row.by_issuer ? 'Yes' : 'No',
    ],
  },
  paper: {
    landscape: true,
    columns: [...personColumns.paper, { head: 'Identity verified', share: 20 }, { head: 'Second factor', share: 18 }],
    texts: (row) => [
      ...personColumns.values(row, ', '),
      row.verified_at === null ? 'Not verified' : showDate(row.verified_at, zone),
      factorWords(row, zone),
    ],
    group: null,
    summary: 'Active and invited users whose identity is not verified, or who have no second factor.',
    empty: 'Everybody is verified and has a second factor',
    alphabet,
  },
});

const methodHeads: Record<(typeof methodsOf)[Counted][number], string> = {
  password: 'Password',
  password_and_code: 'With one-time code',
  password_and_recovery_code: 'With recovery code',
  single_sign_on: 'Single sign-on',
  'email and password': 'Email and password',
  'email, password and one-time code': 'With one-time code',
  'email, password and passkey': 'With passkey',
  'OIDC re-authentication': 'OIDC re-authentication',
};

const words: Record<Counted, { summary: string; note: string }> = {
  'sign-ins': { summary: 'Sign-ins of each person by month and method.', note: 'Everybody who signed in' },
  'signatures-by-assurance': {
    summary: 'Signatures of each person by month, and what was checked for them.',
    note: 'Everybody who signed',
  },
};

/** How often each person signed in, or signed, by month and method. */
export function methodsReport(
  rows: AsyncIterable<MethodRow>,
  { counted, alphabet }: Alphabet & { counted: Counted },
): TableReport<MethodRow> {
  const methods: readonly (keyof typeof methodHeads)[] = methodsOf[counted];
  const heads = methods.map((method) => methodHeads[method]);
  const counts = ({ uses }: MethodRow): number[] => {
    const each = methods.map((method) => uses[method] ?? 0);
    return [...each, each.reduce((sum, count) => sum + count, 0)];
  };
  return {
    rows,
    csv: {
      head: ['Year', 'Month', 'First and last name', 'Email', ...heads, 'Total'],
      // As numbers: a spreadsheet would take the month for a date.
      cells: (row) => [...row.month.split('-').map(Number), row.name, row.email, ...counts(row)],
    },
    paper: {
      landscape: true,
      columns: [
        { head: 'Name', share: 36 },
        { head: 'Email', share: 44 },
        ...[...heads, 'Total'].map((head) => ({ head, share: 20, align: 'end' as const })),
      ],
      texts: (row) => [row.name, row.email, ...counts(row).map(String)],
      group: ({ month }) => ({ key: month, title: showMonth(month), note: words[counted].note }),
      summary: words[counted].summary,
      empty: 'No data',
      alphabet,
    },
  };
}

/** Sign-ins of the local admin while the organisation used single sign-on. */
export const breakGlassReport = (
  rows: AsyncIterable<BreakGlassRow>,
  { alphabet }: Alphabet,
): TableReport<BreakGlassRow> => ({
  rows,
  csv: {
    head: ['Recorded at (UTC)', 'Event no.', 'First and last name', 'Email', 'Network address'],
    cells: (row) => [row.at, row.position, row.name, row.email, row.address],
  },
  paper: {
    landscape: true,
    columns: [
      { head: 'Recorded at', share: 24 },
      { head: 'Event no.', share: 14 },
      { head: 'Name', share: 36, style: type.fact },
      { head: 'Email', share: 44 },
      { head: 'Network address', share: 30 },
    ],
    texts: (row) => [showMoment(row.at), row.position, row.name, row.email, row.address ?? 'Not known'],
    group: null,
    summary: 'Sign-ins of the local admin with a password. Each was reported to all admins at once.',
    empty: 'No uses',
    alphabet,
  },
});

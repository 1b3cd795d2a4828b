import { signatureMeanings } from '#events/signature-meaning.ts';
import { dayMs, msBetween, type Instant } from '#events/time.ts';
import { sentenceCase } from '#app/kit/words/phrases.ts';
import { assignedBecause } from '#app/training/words/describe-training-event.ts';
import type { RecordRow, RecordTotals } from '#app/reports/queries/records.ts';
import { versionCell } from '#app/adapters/pdf/report/csv.ts';
import type { TableReport } from '#app/adapters/pdf/report/table-report.ts';
import { showDate, showMoment } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { inDigits, lasting } from '#app/ui/text/count.ts';

/** `The version was published`. */
function reasonOf(because: string): string {
  const clause = because in assignedBecause ? assignedBecause[because as keyof typeof assignedBecause] : because;
  return sentenceCase(clause.replace(/^because (of )?/, ''));
}

/** Whole days that have passed since a record was due; the first one counts as one. */
export const daysOverdue = (dueAt: Instant, at: Instant): number =>
  Math.max(1, Math.floor(msBetween(dueAt, at) / dayMs));

/** The state of a record at the time `at`, in one phrase, with dates in `zone` (IANA name). */
export function standing(record: RecordRow, { zone, at }: { zone: string; at: Instant }): string {
  if (record.signedAt !== null) return `Signed ${showDate(record.signedAt, zone)}`;
  if (record.carriedFrom !== null) return carriedWords(record, zone);
  if (record.claimedOn !== null) return `Imported, completed ${showDate(record.claimedOn, 'UTC')} as claimed`;
  if (record.overdue) return `Overdue by ${lasting(daysOverdue(record.dueAt, at), 'day')}`;
  return 'To be signed';
}

const carriedWords = ({ carriedFrom, carriedSignedAt }: RecordRow, zone: string): string =>
  `Carried over from ${carriedFrom}${carriedSignedAt === null ? '' : `, signed ${showDate(carriedSignedAt, zone)}`}`;

const statusOf = (row: RecordRow, zone: string): string => {
  const { status, carriedFrom, claimedOn, overdue } = row;
  return carriedFrom !== null
    ? carriedWords(row, zone)
    : claimedOn !== null
      ? `Imported, completed ${claimedOn} as claimed`
      : status === 'COMPLETED'
        ? 'Completed'
        : overdue
          ? 'Overdue'
          : 'Open';
};

/** Training records by person. On paper each person has a heading and a table. */
export function recordsReport(
  rows: AsyncIterable<RecordRow>,
  { totals, zone, at, alphabet }: { totals: RecordTotals; zone: string; at: Instant; alphabet: readonly string[] },
): TableReport<RecordRow> {
  const { records, signed, open, overdue } = totals;
  return {
    rows,
    csv: {
      head: [
        'Team member',
        'Email',
        'Departments',
        'Document',
        'Title',
        'Version',
        'Status',
        'Assigned at (UTC)',
        'Because',
        'Due at (UTC)',
        'Days overdue',
        'Signed at (UTC)',
        'Printed name',
        'Meaning',
        'SHA-256 of the signed PDF',
        'Training record',
      ],
      cells: (row) => [
        row.personName,
        row.email,
        row.departments.join('; '),
        documentNumber(row),
        row.title,
        versionCell(row.version),
        statusOf(row, zone),
        row.assignedAt,
        reasonOf(row.because),
        row.dueAt,
        row.overdue ? daysOverdue(row.dueAt, at) : null,
        row.signedAt,
        row.signerName,
        row.meaning && signatureMeanings[row.meaning],
        row.sha256,
        row.record,
      ],
    },
    paper: {
      landscape: false,
      columns: [
        { head: 'Document', share: 27 },
        { head: 'Title', share: signed > 0 ? 32 : 45 },
        { head: 'Version', share: 9 },
        { head: 'Assigned', share: 14 },
        { head: 'Due', share: 14 },
        { head: 'Training', share: signed > 0 ? 35 : 22 },
      ],
      texts: (row) => [
        documentNumber(row),
        row.title,
        row.version,
        showDate(row.assignedAt, zone),
        showDate(row.dueAt, zone),
        row.signedAt === null ? standing(row, { zone, at }) : `Signed ${showMoment(row.signedAt)}${signer(row)}`,
      ],
      group: (row) => ({
        key: row.person,
        title: row.personName,
        note: [row.email, row.departments.join(', ')].filter(Boolean).join('. '),
      }),
      summary:
        `${lasting(records, 'training record')}: ${inDigits(signed)} signed, ${inDigits(open)} open, ` +
        `of which ${inDigits(overdue)} overdue.`,
      empty: 'No training records',
      alphabet: [...alphabet, 'Signed by Overdue To be signed January'],
    },
  };
}

/** Who changed their name since signed under the one printed then (21 CFR 11.50). */
const signer = ({ signerName, personName }: RecordRow): string =>
  signerName !== null && signerName !== personName ? ` by ${signerName}` : '';

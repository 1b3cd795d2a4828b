import { signatureMeanings } from '#events/signature-meaning.ts';
import { type } from '#app/adapters/pdf/colours.ts';
import type { ApprovalReport, ApprovalRow } from '#app/reports/queries/step-approvals.ts';
import type { Cell } from '#app/adapters/pdf/report/csv.ts';
import { documentColumns } from '#app/reports/definitions/document-columns.ts';
import type { TableReport } from '#app/adapters/pdf/report/table-report.ts';
import { showDate, showMoment } from '#app/ui/text/date.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

interface Column {
  head: string;
  share: number;
  text: (row: ApprovalRow, zone: string) => string;
  csv: readonly [head: string, cell: (row: ApprovalRow) => Cell][];
}

const stepWords = ({ step, stepName }: ApprovalRow): string => (step === null ? '' : `${step}, ${stepName ?? ''}`);

const meaningWords = ({ meaning }: ApprovalRow): string =>
  meaning === null ? '' : signatureMeanings[meaning].replace(/ for the following reason:$/, '');

const column = {
  step: {
    head: 'Step',
    share: 28,
    text: stepWords,
    csv: [
      ['Step', ({ step }) => step],
      ['Name of the step', ({ stepName }) => stepName],
    ],
  },
  approver: {
    head: 'Approver',
    share: 30,
    text: ({ approver }) => approver,
    csv: [
      ['Approver', ({ approver }) => approver],
      ['Email', ({ email }) => email],
    ],
  },
  deputy: {
    head: 'Signed by',
    share: 30,
    text: ({ deputy, approver, signedAt }) => (signedAt === null ? 'Not yet' : (deputy ?? approver)),
    csv: [['Signed by the deputy', ({ deputy }) => deputy]],
  },
  asked: {
    head: 'Asked',
    share: 18,
    text: ({ requestedAt }, zone) => showDate(requestedAt, zone),
    csv: [['Asked at (UTC)', ({ requestedAt }) => requestedAt]],
  },
  signed: {
    head: 'Signed',
    share: 24,
    text: ({ signedAt }) => (signedAt === null ? '' : showMoment(signedAt)),
    csv: [['Signed at (UTC)', ({ signedAt }) => signedAt]],
  },
  due: {
    head: 'Due',
    share: 18,
    text: ({ dueAt }, zone) => (dueAt === null ? '' : showDate(dueAt, zone)),
    csv: [['Due at (UTC)', ({ dueAt }) => dueAt]],
  },
  days: { head: 'Days', share: 10, text: ({ days }) => String(days), csv: [['Days', ({ days }) => days]] },
  meaning: {
    head: 'Meaning',
    share: 30,
    text: meaningWords,
    csv: [['Meaning', meaningWords]],
  },
} as const satisfies Record<string, Column>;

const words: Record<ApprovalReport, { columns: readonly Column[]; summary: string; empty: string }> = {
  'approval-times': {
    columns: [column.step, column.approver, column.deputy, column.asked, column.signed, column.due, column.days],
    summary: 'How many days each approver took, or has been asked so far, by step of the route.',
    empty: 'No approvals',
  },
  'overdue-approvals': {
    columns: [column.step, column.approver, column.asked, column.due, column.days],
    summary: 'Open approvals whose step has taken more days than its route gives it.',
    empty: 'No approval is overdue',
  },
  'deputy-signatures': {
    columns: [column.step, column.approver, column.deputy, column.meaning, column.signed],
    summary: 'Signatures that a deputy gave in their own name for an absent approver.',
    empty: 'No deputy has signed',
  },
};

/** Approvals by document and version, with the columns of the report. */
export function approvalsReport(
  rows: AsyncIterable<ApprovalRow>,
  { report, zone, alphabet }: { report: ApprovalReport; zone: string; alphabet: readonly string[] },
): TableReport<ApprovalRow> {
  const { columns, summary, empty } = words[report];
  const cells = columns.flatMap(({ csv }) => csv);
  return {
    rows,
    csv: {
      head: [...documentColumns.head, ...cells.map(([head]) => head)],
      cells: (row) => [...documentColumns.cells(row), ...cells.map(([, cell]) => cell(row))],
    },
    paper: {
      landscape: true,
      columns: [
        { head: 'Document', share: 22 },
        { head: 'Title', share: 36, style: type.fact },
        { head: 'Version', share: 12 },
        ...columns.map(({ head, share }) => ({ head, share })),
      ],
      texts: (row) => [documentNumber(row), row.name, row.version, ...columns.map(({ text }) => text(row, zone))],
      group: null,
      summary,
      empty,
      alphabet,
    },
  };
}

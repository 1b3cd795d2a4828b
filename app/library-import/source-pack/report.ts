import { stringify } from 'csv-stringify/sync';
import type { Recorded } from '#events/catalogue.ts';
import { problemKinds, type PackProblem, type ProblemKind } from '#app/library-import/source-pack/columns.ts';
import type { Plan } from '#app/library-import/source-pack/plan.ts';

/** A text that a spreadsheet program would compute gets an apostrophe in front, as in every CSV of the product. */
const safe = (cell: string | number | null): string | number | null =>
  typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;

export type ReportLine = (string | number | null)[];

const csv = (lines: readonly ReportLine[]): string =>
  stringify(
    lines.map((line) => line.map(safe)),
    { bom: true, record_delimiter: 'windows' },
  );

const problemLine = ({ kind, table, row, column, says }: PackProblem): ReportLine => [
  problemKinds[kind],
  table,
  row,
  column,
  says,
];

/** The rows of a pack that have a problem, to mend them. */
export const problemList = (plan: Pick<Plan, 'problems'>): string =>
  csv([['Problem', 'Table', 'Row', 'Column', 'What to do'], ...plan.problems.map(problemLine)]);

/** Positions in the ledger of the first and the last document of an import. */
interface Positions {
  first: string;
  last: string;
}

/** The columns of the migration report. */
export const reportHead = ['Section', 'Subject', 'Value', 'SHA-256', 'Note'];

/** `versions 12` as `Versions, row 12`. */
const rowInWords = (row: string): string => `${row.charAt(0).toUpperCase()}${row.slice(1).replace(' ', ', row ')}`;

const countNames: Record<string, string> = {
  people: 'People who left',
  documents: 'Documents',
  versions: 'Versions',
  relations: 'Relations',
  training: 'Training',
  files: 'Files',
};

/** What became of the files that were passed over. */
const notMended: Partial<Record<ProblemKind, string>> = { passed_over: 'Not imported' };

/** What an import recorded and who answers for it: counts, fingerprints, exceptions, the sample, both signatures. */
export function reportLines(plan: Plan, events: readonly Recorded[], { first, last }: Positions): ReportLine[] {
  const lines: ReportLine[] = [];
  for (const [subject, count] of Object.entries(plan.counts))
    lines.push(['Counts', countNames[subject] ?? subject, count, null, null]);
  lines.push(['Counts', 'Events', `${first} to ${last}`, null, 'Event no. of the first and the last document']);
  for (const event of events) {
    if (event.type === 'ImportBegun') {
      lines.push(['Import', 'Source', event.data.source, event.data.manifest, event.data.reason]);
      lines.push(['Import', 'Begun by', event.data.importer.name, null, event.recordedAt]);
      for (const file of event.data.files) lines.push(['Pack', file.name, `${file.size} bytes`, file.sha256, null]);
    }
    if (event.type === 'ImportPreviewed')
      lines.push([
        'Preview',
        'Problems of the plan',
        event.data.problems,
        event.data.plan.sha256,
        `Root ${event.data.root}`,
      ]);
    if (event.type === 'ImportChecked')
      for (const { row, equal } of event.data.verdicts)
        lines.push(['Sample', rowInWords(row), equal ? 'equal' : 'not equal', null, null]);
    if (event.type === 'ImportChecked' || event.type === 'ImportApproved') {
      const { printedName, reason, sha256, signedAt } = event.data.signature;
      lines.push(['Signature', printedName, signedAt, sha256, reason]);
    }
  }
  const cut = events.findLast(({ type }) => type === 'ImportTitlesCut');
  const accepted = cut?.actor.kind === 'user' ? `Accepted by ${cut.actor.name}, ${cut.recordedAt}` : null;
  for (const { kind, says, accepted: exception } of plan.problems)
    lines.push([
      'Exception',
      problemKinds[kind],
      exception
        ? `Accepted by ${exception.by}, ${exception.at}: ${exception.reason}`
        : (kind === 'title_cut' && accepted) || notMended[kind] || 'Imported as it is',
      null,
      says,
    ]);
  for (const { data, versions } of plan.documents)
    for (const { data: version } of versions) {
      const name = `${data.type} ${data.docNum} ${data.name}, ${version.version}`;
      lines.push(['Version', name, version.claimed.effectiveOn, version.files.final.sha256, data.formerNumber]);
    }
  return lines;
}

export const migrationReport = (plan: Plan, events: readonly Recorded[], positions: Positions): string =>
  csv([reportHead, ...reportLines(plan, events, positions)]);

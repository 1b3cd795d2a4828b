import type { Readable } from 'node:stream';
import type { SignatureRequest } from '#app/adapters/pdf/certified-pdf.ts';
import { type } from '#app/adapters/pdf/colours.ts';
import {
  contentsInWords,
  eventTable,
  packTables,
  type Cell,
  type IndexTable,
} from '#app/audit/evidence/pack/index-tables.ts';
import type { PackSummary } from '#app/audit/evidence/pack/summary.ts';
import { foot } from '#app/adapters/pdf/report/frame.ts';
import { Report } from '#app/adapters/pdf/report/report.ts';
import { drawTable } from '#app/adapters/pdf/report/table.ts';
import { sentence } from '#app/ui/text/sentence.ts';
import { inDigits } from '#app/ui/text/count.ts';

/** Beyond this many rows paper is no help: the pages of `index.html` hold the rest. */
const mostRows = 2000;

const { note, text, strong, fingerprint } = type;
const offline = 'README.txt in the pack tells how to verify all of it with public tools alone.';
const words = ({ text: first, more = [] }: Cell): string => {
  const below = more.map((line) => line.replace(/\.$/, '')).join('; ');
  return below === '' ? first : `${first}${first.endsWith('.') ? '' : ';'} ${below}`;
};

/** The index of a pack on paper: the tables of its page. */
export async function indexPdf(summary: PackSummary, signature: SignatureRequest): Promise<Readable> {
  const { organisation, subject, checkpoint } = summary.contents;
  const all = [...packTables(summary), eventTable(summary.events, summary.zone)];
  const tables = all.map((table) => ({ ...table, rows: table.rows.slice(0, mostRows) }));
  const above = `${sentence(organisation.name)} ${contentsInWords(summary)}.`;
  const left = summary.events.length - mostRows;
  const frame = {
    title: subject.title,
    organisation: organisation.name,
    filters: 'Evidence pack',
    position: String(checkpoint.size),
    at: summary.asOf,
    zone: summary.zone,
    madeBy: 'Imprimatur',
  };
  const options = {
    ...frame,
    foot: foot(frame),
    signature,
    texts: [
      above,
      offline,
      'Evidence pack The other events are in the pages of index.html.',
      ...tables.flatMap(textsOf),
    ],
    faces: [note, text, strong, fingerprint],
  };
  const draw = async (report: Report): Promise<void> => {
    report.masthead('Evidence pack', above);
    report.paragraph(offline, note);
    report.y += 12;
    for (const table of tables) await drawIndexTable(report, table);
    if (left > 0) report.paragraph(`The other ${inDigits(left)} events are in the pages of index.html.`);
  };
  return Report.stream(options, draw);
}

async function drawIndexTable(report: Report, { title, note: about, empty, columns, rows }: IndexTable): Promise<void> {
  report.heading(title, 'H2');
  report.paragraph(about, note);
  report.y += 4;
  if (rows.length === 0) return report.paragraph(empty);
  await drawTable(
    report,
    columns.map(({ head, share, as }) => ({
      head,
      share,
      ...(as === 'number' && { align: 'end' as const }),
      ...(as === 'hash' && { style: fingerprint }),
      ...((as === 'sentence' || as === 'signed') && { english: true }),
    })),
    rows.map((row) => row.map(words)),
  );
}

const textsOf = ({ title, note: about, empty, columns, rows }: IndexTable): string[] => [
  title,
  about,
  empty,
  ...columns.map(({ head }) => head),
  ...rows.flatMap((row) => row.map(words)),
];

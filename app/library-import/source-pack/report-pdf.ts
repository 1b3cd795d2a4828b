import { buffer } from 'node:stream/consumers';
import { ok, refuse, type Result } from '#events/failures.ts';
import type { Recorded } from '#events/catalogue.ts';
import type { Plan } from '#app/library-import/source-pack/plan.ts';
import { reportHead, reportLines, type ReportLine } from '#app/library-import/source-pack/report.ts';
import type { Ports } from '#app/kit/ports.ts';
import { fullName, type Viewer } from '#app/kit/query/viewer.ts';
import { openSeal } from '#app/kit/downloads/open-seal.ts';
import { showMoment } from '#app/ui/text/date.ts';
import type { TableReport } from '#app/adapters/pdf/report/table-report.ts';

const instant = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/;

/** Moments as screens show them: the CSV has them for programs. */
const textsOf = (line: ReportLine): string[] => line.map((cell) => String(cell ?? '').replace(instant, showMoment));

async function* rowsOf(lines: readonly ReportLine[]): AsyncGenerator<ReportLine> {
  await Promise.resolve();
  yield* lines;
}

/** The lines of the migration report on paper, by section. */
const paperOf = (lines: readonly ReportLine[], source: string): TableReport<ReportLine> => ({
  rows: rowsOf(lines),
  csv: { head: reportHead, cells: (line) => line },
  paper: {
    landscape: true,
    columns: [
      { head: 'Subject', share: 40 },
      { head: 'Value', share: 24 },
      { head: 'SHA-256', share: 34 },
      { head: 'Note', share: 34 },
    ],
    texts: (line) => textsOf(line).slice(1),
    group: ([section]) => ({ key: String(section), title: String(section), note: `Of the import from ${source}` }),
    summary: 'What the import recorded, and who answers for it.',
    empty: 'Nothing was imported',
    alphabet: lines.flatMap(textsOf),
  },
});

/** The migration report of a completed import as a PDF, sealed as other reports are. */
export async function migrationReportPdf(
  ports: Ports,
  viewer: Viewer,
  plan: Plan,
  events: readonly Recorded[],
): Promise<Result<Buffer>> {
  const [begun, completed] = [events[0], events.at(-1)];
  if (begun?.type !== 'ImportBegun' || completed?.type !== 'ImportCompleted') return refuse('not_found');
  const seal = await openSeal(ports, { org: viewer.org, name: viewer.orgName });
  if (!seal.ok) return seal;
  const { tablePdf } = await import('#app/adapters/pdf/report/table-pdf.ts');
  const frame = {
    title: 'Migration report',
    organisation: viewer.orgName,
    filters: `Import from ${begun.data.source}`,
    position: completed.position,
    at: completed.recordedAt,
    zone: viewer.settings.timeZone,
    madeBy: fullName(viewer),
  };
  const drawn = await tablePdf(paperOf(reportLines(plan, events, completed.data), begun.data.source), frame, {
    onRows: () => undefined,
    signature: seal.value.signature,
  });
  return ok(await buffer(seal.value.over(drawn)));
}

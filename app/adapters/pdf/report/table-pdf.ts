import type { Readable } from 'node:stream';
import type { SignatureRequest } from '#app/adapters/pdf/certified-pdf.ts';
import { type } from '#app/adapters/pdf/colours.ts';
import { foot, type Frame } from '#app/adapters/pdf/report/frame.ts';
import { Report } from '#app/adapters/pdf/report/report.ts';
import { Table, TableLayout } from '#app/adapters/pdf/report/table.ts';
import type { Group, TableReport } from '#app/adapters/pdf/report/table-report.ts';

/** A report of rows as a PDF, with a heading and a bookmark for each group. */
export const tablePdf = <R>(
  { rows, paper }: TableReport<R>,
  frame: Frame,
  { onRows, signature }: { onRows(rows: number): void; signature: SignatureRequest | null },
): Promise<Readable> =>
  Report.stream(
    {
      ...frame,
      foot: foot(frame),
      signature,
      landscape: paper.landscape,
      texts: [...paper.alphabet, ...paper.columns.map(({ head }) => head), paper.summary, paper.empty],
      faces: paper.columns.flatMap(({ style }) => style ?? []),
    },
    async (report) => {
      report.bookmark(frame.title);
      report.masthead(frame.organisation, paper.summary, `${frame.filters}.`);
      const layout = new TableLayout(report, paper.columns);
      let table: Table | null = null;
      let group: string | null = null;
      let count = 0;
      for await (const row of rows) {
        const next = paper.group?.(row) ?? null;
        if (!table || (next && next.key !== group)) {
          table?.end();
          if (next) beginGroup(report, next);
          group = next?.key ?? null;
          table = new Table(layout);
        }
        await table.row(paper.texts(row));
        if (++count % 100 === 0) onRows(count);
      }
      table?.end();
      if (count === 0) report.paragraph(paper.empty);
    },
  );

function beginGroup(report: Report, { title, note }: Group): void {
  report.need(110);
  report.bookmark(title);
  report.heading(title, 'H2');
  report.paragraph(note, type.note);
  report.y += 4;
}

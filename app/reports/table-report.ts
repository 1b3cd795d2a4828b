import type { Readable } from 'node:stream';
import { type } from '#app/pdf/ink.ts';
import { toCsv, type Cell } from '#app/reports/csv.ts';
import { frameCells, frameHead, type Frame } from '#app/reports/frame.ts';
import { Report } from '#app/reports/pdf/report.ts';
import { Table, TableLayout, type Column } from '#app/reports/pdf/table.ts';

/** A report that is a table of rows, as CSV and on paper alike. */
export interface TableReport<R> {
  rows: AsyncIterable<R>;
  csv: { head: readonly string[]; cells(row: R): Cell[] };
  paper: {
    landscape: boolean;
    columns: readonly Column[];
    texts(row: R): string[];
    /** Rows of one heading follow each other; null: one table. */
    group: ((row: R) => Group) | null;
    /** What the whole comes to, under the title. */
    summary: string;
    /** What is said where there is no row. */
    empty: string;
    /** Every text that the rows may hold. */
    alphabet: readonly string[];
  };
}

export interface Group {
  key: string;
  title: string;
  note: string;
}

/** One line a row, and behind its own columns those that name the report. `counted` is told how many rows went out. */
export function tableCsv<R>(
  { rows, csv }: TableReport<R>,
  frame: Frame,
  options: { mark: boolean; counted: (rows: number) => void },
): Readable {
  const last = frameCells(frame);
  async function* lines(): AsyncGenerator<Cell[]> {
    let count = 0;
    for await (const row of rows) {
      yield [...csv.cells(row), ...last];
      if (++count % 500 === 0) options.counted(count);
    }
  }
  return toCsv([...csv.head, ...frameHead], lines(), { mark: options.mark });
}

/** The same on paper, under its frame, with a heading and a bookmark for each group. */
export const tablePdf = <R>(
  { rows, paper }: TableReport<R>,
  frame: Frame,
  counted: (rows: number) => void,
): Promise<Readable> =>
  Report.stream(
    {
      ...frame,
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
        if (++count % 100 === 0) counted(count);
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

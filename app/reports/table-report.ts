import type { Readable } from 'node:stream';
import { toCsv, type Cell } from '#app/reports/csv.ts';
import { frameCells, frameHead, type Frame } from '#app/reports/frame.ts';
import type { Column } from '#app/reports/pdf/table.ts';

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
  options: { mark: boolean; onRows: (rows: number) => void },
): Readable {
  const last = frameCells(frame);
  async function* lines(): AsyncGenerator<Cell[]> {
    let count = 0;
    for await (const row of rows) {
      yield [...csv.cells(row), ...last];
      if (++count % 500 === 0) options.onRows(count);
    }
  }
  return toCsv([...csv.head, ...frameHead], lines(), { mark: options.mark });
}

import type { Readable } from 'node:stream';
import { toCsv, type Cell } from '#app/adapters/pdf/report/csv.ts';
import { frameCells, frameHead, type Frame } from '#app/adapters/pdf/report/frame.ts';
import type { Column } from '#app/adapters/pdf/report/table.ts';

/** A report of rows, for CSV and PDF. */
export interface TableReport<R> {
  rows: AsyncIterable<R>;
  csv: { head: readonly string[]; cells(row: R): Cell[] };
  paper: {
    landscape: boolean;
    columns: readonly Column[];
    texts(row: R): string[];
    /** Rows of one group follow each other; null: no groups. */
    group: ((row: R) => Group) | null;
    /** The sentence under the title. */
    summary: string;
    /** The text of a report without rows. */
    empty: string;
    /** Every character that the rows may hold. */
    alphabet: readonly string[];
  };
}

export interface Group {
  key: string;
  title: string;
  note: string;
}

/** The report as CSV, followed by the columns that name the report. `onRows` gets the number of written rows. */
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

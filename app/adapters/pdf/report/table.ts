import { rule } from '#app/adapters/pdf/drawing.ts';
import { ink, type } from '#app/adapters/pdf/colours.ts';
import type { Line, Style } from '#app/adapters/pdf/type/typesetter.ts';
import type { Report, Tag } from '#app/adapters/pdf/report/report.ts';

export interface Column {
  head: string;
  /** Share of the width, relative to the other columns. */
  share: number;
  align?: 'start' | 'end';
  style?: Style;
  /** Its cells are English sentences: left to right, even when one starts with a right-to-left name. */
  english?: boolean;
}

interface Box extends Required<Column> {
  x: number;
  width: number;
}

const padding = 3;
const between = 8;
/** The most typeset texts to cache, since names, titles and dates repeat. */
const mostCached = 20_000;

/** The positions of columns and their typeset texts, shared by the similar tables of a report. */
export class TableLayout {
  readonly boxes: readonly Box[];
  readonly heads: readonly Line[][];
  readonly headHeight: number;
  readonly tallest: number;
  readonly #cache = new Map<string, Line[]>();

  constructor(
    readonly report: Report,
    columns: readonly Column[],
  ) {
    const { left, width, set } = report;
    const shares = columns.reduce((sum, { share }) => sum + share, 0);
    const free = width - between * (columns.length - 1);
    let at = left;
    this.boxes = columns.map(({ style = type.text, align = 'start', english = false, ...column }) => {
      const box = { ...column, style, align, english, x: at, width: (free * column.share) / shares };
      at += box.width + between;
      return box;
    });
    this.heads = this.boxes.map((box) => set.lines(box.head, type.strong, box.width));
    this.headHeight = Math.max(...this.heads.map((lines) => lines.length)) * type.strong.leading + 2 * padding;
    this.tallest = Math.max(...this.boxes.map(({ style }) => style.leading));
  }

  lines(text: string, column: number): Line[] {
    const key = `${column} ${text}`;
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const box = this.boxes[column]!;
    const lines = this.report.set.lines(text, box.style, box.width, box.english);
    if (this.#cache.size >= mostCached) this.#cache.clear();
    this.#cache.set(key, lines);
    return lines;
  }
}

/**
 * A booktabs table: a thick rule above, one under the head, one below; the head is repeated on each page. A row stays
 * together unless it is longer than a page.
 */
export class Table {
  readonly #tag: Tag;
  #body: Tag;

  constructor(private readonly layout: TableLayout) {
    const { report, boxes, heads, headHeight } = layout;
    const { set, left, width } = report;
    report.need(headHeight + 40);
    this.#tag = report.element('Table');
    const headRow = report.element('TR', report.element('THead', this.#tag));
    const align = (box: Box) => ({ width: box.width, align: box.align });
    boxes.forEach((box, index) => {
      const draw = () => void set.draw(heads[index] ?? [], box.x, report.y + 2 + padding, type.strong, align(box));
      report.tagged('TH', draw, headRow, { scope: 'Column' });
    });
    const rules = (y: number): number => {
      report.pdf.rect(left, y, width, 2).fill(ink.record);
      rule(report.pdf, left, y + headHeight + 2, width);
      return y + headHeight + 4;
    };
    report.decoration(() => (report.y = rules(report.y)));
    report.repeatedHead = (y) => {
      boxes.forEach((box, index) => {
        set.draw(heads[index] ?? [], box.x, y + 2 + padding, type.strong, align(box));
      });
      return rules(y);
    };
    this.#body = report.element('TBody', this.#tag);
  }

  async row(texts: readonly string[]): Promise<void> {
    const { layout } = this;
    const { report, boxes, tallest } = layout;
    const cells = boxes.map((_, index) => layout.lines(texts[index] ?? '', index));
    const height = Math.max(...cells.map((lines, index) => lines.length * boxes[index]!.style.leading));
    // One TBODY a page, so that none grows with the report.
    if (report.need(Math.min(height + 2 * padding, 400))) {
      this.#body.end();
      this.#body = report.element('TBody', this.#tag);
    }
    const element = report.element('TR', this.#body);
    let rest = cells;
    do {
      const room = Math.max(1, Math.floor((report.bottom - report.y - 2 * padding) / tallest));
      this.#draw(
        rest.map((lines) => lines.slice(0, room)),
        element,
      );
      rest = rest.map((lines) => lines.slice(room));
      if (rest.some((lines) => lines.length > 0)) report.turn();
    } while (rest.some((lines) => lines.length > 0));
    element.end();
    await report.breathe();
  }

  end(): void {
    const { report } = this.layout;
    this.#tag.end();
    report.repeatedHead = null;
    report.decoration(() => {
      rule(report.pdf, report.left, report.y - 0.4, report.width);
    });
    report.y += 14;
  }

  #draw(part: Line[][], row: Tag): void {
    const { report, boxes } = this.layout;
    const y = report.y + padding;
    boxes.forEach((box, index) => {
      const draw = () =>
        void report.set.draw(part[index] ?? [], box.x, y, box.style, { width: box.width, align: box.align });
      if (index === 0) report.tagged('TH', draw, row, { scope: 'Row' });
      else report.tagged('TD', draw, row);
    });
    const used = Math.max(...part.map((lines, index) => lines.length * boxes[index]!.style.leading));
    report.y = y + used + padding;
    report.decoration(() => {
      report.pdf.rect(report.left, report.y - 0.2, report.width, 0.4).fill(ink.hairline);
    });
  }
}

/** Draws a whole table. */
export async function drawTable(
  report: Report,
  columns: readonly Column[],
  rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
): Promise<void> {
  const table = new Table(new TableLayout(report, columns));
  for await (const row of rows) await table.row(row);
  table.end();
}

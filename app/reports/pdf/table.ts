import { rule } from '#app/pdf/drawing.ts';
import { ink, type } from '#app/pdf/ink.ts';
import type { Line, Style } from '#app/pdf/type/typesetter.ts';
import type { Report } from '#app/reports/pdf/report.ts';

export interface Column {
  head: string;
  /** Share of the width, beside the other columns' shares. */
  share: number;
  align?: 'start' | 'end';
  style?: Style;
}

const padding = 3;
const between = 8;

/**
 * A booktabs table: a thick rule above, one under the head, one below; the head is repeated on each page. A row stays
 * together unless it is longer than a page.
 */
export async function drawTable(
  report: Report,
  columns: Column[],
  rows: Iterable<string[]> | AsyncIterable<string[]>,
): Promise<void> {
  const { set, left, width } = report;
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const free = width - between * (columns.length - 1);
  let at = left;
  const boxes = columns.map((column) => {
    const box = { ...column, x: at, width: (free * column.share) / shares, style: column.style ?? type.text };
    at += box.width + between;
    return box;
  });
  const heads = boxes.map((box) => set.lines(box.head, type.strong, box.width));
  const headHeight = Math.max(...heads.map((lines) => lines.length)) * type.strong.leading + 2 * padding;

  const drawHeads = (y: number): void => {
    boxes.forEach((box, index) => {
      set.draw(heads[index] ?? [], box.x, y + padding, type.strong, { width: box.width, align: box.align ?? 'start' });
    });
  };
  const headRules = (y: number): number => {
    report.pdf.rect(left, y, width, 2).fill(ink.record);
    rule(report.pdf, left, y + headHeight + 2, width);
    return y + headHeight + 4;
  };

  report.need(headHeight + 40);
  const table = report.element('Table');
  const headRow = report.element('TR', table);
  boxes.forEach((box, index) => {
    report.tagged(
      'TH',
      () => {
        const lines = heads[index] ?? [];
        set.draw(lines, box.x, report.y + 2 + padding, type.strong, { width: box.width, align: box.align ?? 'start' });
      },
      headRow,
    );
  });
  report.decoration(() => (report.y = headRules(report.y)));
  report.repeatedHead = (y) => {
    drawHeads(y + 2);
    return headRules(y);
  };

  const tallest = Math.max(...boxes.map(({ style }) => style.leading));
  for await (const row of rows) {
    const cells = boxes.map((box, index) => set.lines(row[index] ?? '', box.style, box.width));
    const height = Math.max(...cells.map((lines, index) => lines.length * (boxes[index]?.style.leading ?? 0)));
    report.need(Math.min(height + 2 * padding, 400));
    const element = report.element('TR', table);
    let rest = cells;
    while (rest.some((lines) => lines.length > 0)) {
      const room = Math.max(1, Math.floor((report.bottom - report.y - 2 * padding) / tallest));
      drawRow(rest.map((lines) => lines.slice(0, room)));
      rest = rest.map((lines) => lines.slice(room));
      if (rest.some((lines) => lines.length > 0)) report.turn();
    }
    await report.breathe();

    function drawRow(part: Line[][]): void {
      const y = report.y + padding;
      boxes.forEach((box, index) => {
        const lines = part[index] ?? [];
        report.tagged(
          'TD',
          () => void set.draw(lines, box.x, y, box.style, { width: box.width, align: box.align ?? 'start' }),
          element,
        );
      });
      const used = Math.max(...part.map((lines, index) => lines.length * (boxes[index]?.style.leading ?? 0)));
      report.y = y + used + padding;
      report.decoration(() => {
        report.pdf.rect(left, report.y - 0.2, width, 0.4).fill(ink.hairline);
      });
    }
  }
  report.repeatedHead = null;
  report.decoration(() => {
    rule(report.pdf, left, report.y - 0.4, width);
  });
  report.y += 14;
}

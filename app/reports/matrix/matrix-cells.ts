import { ink, type } from '#app/adapters/pdf/colours.ts';
import type { Style } from '#app/adapters/pdf/type/typesetter.ts';
import type { Report } from '#app/adapters/pdf/report/report.ts';

/** The minimum width of a cell. */
export const narrowCell = 17;
export const rowHeight = 12.6;

export const name: Style = { ...type.text, size: 8, leading: 10 };
export const number: Style = { typeface: 'sans', weight: 600, size: 7.5, leading: 9, color: ink.record };
const inks = { washSigned: '#daede6', washDue: '#f9ecd0', due: '#774703' } as const;
const signedNumber: Style = { ...number, color: ink.rosette };
const dueNumber: Style = { ...number, color: inks.due };
const overdueNumber: Style = { ...number, color: '#ffffff' };

interface Drawn {
  state: 'signed' | 'due' | 'overdue' | 'none';
  /** `12`, `+4` or empty. */
  days: string;
}

/** The legend above the first table. */
export function drawKey(report: Report): void {
  const { set, left } = report;
  let x = left;
  const y = report.y - 8;
  const entries = [
    ['signed', 'Signed', ''],
    ['signed', 'Carried over from this version', '1.0'],
    ['signed', 'Imported, as claimed', 'I'],
    ['due', 'Due, days left', '12'],
    ['overdue', 'Overdue, days', '+4'],
    ['none', 'Not assigned', ''],
  ] as const;
  for (const [state, label, days] of entries) {
    report.decoration(() => drawCell(report, { state, days }, x, y, narrowCell));
    report.tagged('P', () => void set.write(label, x + narrowCell + 5, y + 1, 120, name));
    x += narrowCell + 24 + set.widthOf(label, name);
  }
  report.y = y + rowHeight + 10;
}

/** Draws a cell of the matrix: the mark of its state and its number of days. */
export function drawCell({ pdf, set }: Report, { state, days }: Drawn, x: number, y: number, width: number): void {
  const [w, h] = [width - 1, rowHeight - 1];
  switch (state) {
    case 'signed':
      pdf.rect(x, y, w, h).fill(inks.washSigned);
      // The version that training is carried over from, or that it is imported.
      if (days !== '') {
        set.write(days, x, y + 1.2, w, signedNumber, 'center');
        return;
      }
      pdf.lineWidth(1).strokeColor(ink.rosette);
      pdf
        .moveTo(x + w / 2 - 3, y + h / 2)
        .lineTo(x + w / 2 - 1, y + h / 2 + 2.2)
        .lineTo(x + w / 2 + 3.2, y + h / 2 - 2.6);
      pdf.stroke();
      return;
    case 'due':
      pdf.lineWidth(0.9);
      pdf.rect(x + 0.5, y + 0.5, w - 1, h - 1).fillAndStroke(inks.washDue, inks.due);
      set.write(days, x, y + 1.2, w, dueNumber, 'center');
      return;
    case 'overdue':
      pdf.rect(x, y, w, h).fill('#000000');
      set.write(days, x, y + 1.2, w, overdueNumber, 'center');
      return;
    case 'none':
      pdf.circle(x + w / 2, y + h / 2, 0.6).fill(ink.third);
  }
}

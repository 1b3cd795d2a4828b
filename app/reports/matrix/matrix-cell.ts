import type { MatrixCell } from '#app/reports/queries/matrix.ts';

const day = 86_400_000;

/** `12` days left or `+4` days overdue, counted in the organisation's days. */
export function daysIn({ state, date }: NonNullable<MatrixCell>, today: number): string {
  const left = Math.round((Date.parse(date) - today) / day);
  return state === 'overdue' ? `+${Math.max(1, -left)}` : String(Math.max(0, left));
}

/** The text of a cell for screen readers. */
export const spoken = (cell: MatrixCell): string =>
  cell?.carriedFrom
    ? `Carried over from ${cell.carriedFrom}, signed ${cell.date}`
    : cell?.imported
      ? `Imported, completed ${cell.date} as claimed`
      : cell
        ? `${cell.state === 'signed' ? 'Signed' : cell.state === 'due' ? 'Due' : 'Overdue since'} ${cell.date}`
        : 'Not assigned';

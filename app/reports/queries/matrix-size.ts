import { ok, refuse, type Result } from '#events/failures.ts';
import { inDigits } from '#app/ui/text/count.ts';

/** The most cells of a matrix PDF: a larger one can be neither read nor printed. */
export const maxMatrixCells = 200_000;

/** Refuses with `report_too_large` and a sentence that says what to do instead. */
export function checkMatrixCells(cells: number): Result<null> {
  if (cells <= maxMatrixCells) return ok(null);
  const [found, most] = [cells, maxMatrixCells].map(inDigits);
  return refuse('report_too_large', {
    detail: `The matrix has ${found} cells, and a PDF holds at most ${most}. Use the filters, or download the CSV.`,
  });
}

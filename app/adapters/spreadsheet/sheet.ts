/** A row of a spreadsheet that is not empty. */
export interface SheetRow {
  /** As spreadsheet programs count, from 1. */
  number: number;
  /**
   * What each cell says, trimmed. A date is `2026-03-12`, or `2026-03-12T14:05` where it has a time; a formula is its
   * text (`=A2&B2`).
   */
  cells: string[];
  /** The indexes of cells that hold a formula, or a text that a spreadsheet program would take for one. */
  formulas: number[];
}

/** Why a file cannot be read as a spreadsheet. */
export type Unreadable = 'not_a_spreadsheet' | 'encrypted' | 'too_many_rows' | 'too_many_columns' | 'empty';

export type Sheet = { ok: true; rows: SheetRow[] } | { ok: false; reason: Unreadable };

/** More than any of the product's lists has. */
const mostColumns = 60;

/** A text that a spreadsheet program would compute: it is refused and never evaluated. A number and a dash are none. */
const looksLikeFormula = (text: string): boolean => /^[=+@]|^-./.test(text) && !/^[+-]?[\d.,\s]+$/.test(text);

/** The rows of a sheet without the empty ones; `most`: rows. */
export function sheetOf(rows: readonly { number: number; cells: string[] }[], most: number): Sheet {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (filled.length === 0) return { ok: false, reason: 'empty' };
  if (filled.length > most) return { ok: false, reason: 'too_many_rows' };
  if (filled.some(({ cells }) => cells.findLastIndex((cell) => cell !== '') >= mostColumns))
    return { ok: false, reason: 'too_many_columns' };
  return {
    ok: true,
    rows: filled.map((row) => ({
      ...row,
      formulas: row.cells.flatMap((cell, at) => (looksLikeFormula(cell) ? [at] : [])),
    })),
  };
}

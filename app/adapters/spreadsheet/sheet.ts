/** Why a cell of a workbook says nothing that can be taken: what it shows is not what it holds. */
export type CellFault = 'error' | 'no_result' | 'not_shown' | 'shortened';

/** Each fault in words. */
export const cellFaults: Record<CellFault, string> = {
  error: 'The cell holds an error',
  no_result: 'The cell holds a formula without a saved result',
  not_shown: 'The cell holds a number that its format cannot show',
  shortened: 'The cell shows a long number shortened',
};

/** A row of a spreadsheet that is not empty. */
export interface SheetRow {
  /** As spreadsheet programs count, from 1. */
  number: number;
  /**
   * What each cell shows, trimmed: a number by its format, a formula by its saved result. A date in the format of the
   * reader's country is `2026-03-12`, or `2026-03-12T14:05` where it has a time.
   */
  cells: string[];
  /** The indexes of cells with a text that a spreadsheet program would take for a formula. */
  formulas: number[];
  /** By index: the day of a cell that holds a date and shows it whole. */
  days?: Readonly<Record<number, string>>;
  /** By index. */
  faults?: Readonly<Record<number, CellFault>>;
}

/** Why a file cannot be read as a spreadsheet. */
export type Unreadable = 'not_a_spreadsheet' | 'encrypted' | 'too_many_rows' | 'too_many_columns' | 'empty';

export type Sheet = { ok: true; rows: SheetRow[] } | { ok: false; reason: Unreadable };

/** More than any of the product's lists has. */
const mostColumns = 60;

/** A text that a spreadsheet program would compute: it is refused and never evaluated. A number and a dash are none. */
const looksLikeFormula = (text: string): boolean => /^[=+@]|^-./.test(text) && !/^[+-]?[\d.,\s]+%?$/.test(text);

/** The errors of spreadsheet programs as a file of text has them, and a cell too narrow for its number. */
const errors = /^#(N\/A|REF!|DIV\/0!|NAME\?|NULL!|NUM!|VALUE!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!)$|^#{3,}$/;

function faultsOf({ cells, faults = {} }: GivenRow): SheetRow['faults'] {
  const written = cells.flatMap((cell, at) => (errors.test(cell) ? [[at, 'error'] as const] : []));
  const all = { ...Object.fromEntries(written), ...faults };
  return Object.keys(all).length > 0 ? all : undefined;
}

/** A row as its file has it. `texts`: the indexes of cells that hold a text; all of them unless it says so. */
export interface GivenRow extends Omit<SheetRow, 'formulas'> {
  texts?: readonly number[];
}

/** The rows of a sheet without the empty ones; `most`: rows. */
export function sheetOf(rows: readonly GivenRow[], most: number): Sheet {
  const isFilled = ({ cells, faults = {} }: GivenRow): boolean =>
    cells.some((cell) => cell !== '') || Object.keys(faults).length > 0;
  const filled = rows.filter(isFilled);
  if (filled.length === 0) return { ok: false, reason: 'empty' };
  if (filled.length > most) return { ok: false, reason: 'too_many_rows' };
  if (filled.some(({ cells }) => cells.findLastIndex((cell) => cell !== '') >= mostColumns))
    return { ok: false, reason: 'too_many_columns' };
  return {
    ok: true,
    rows: filled.map(({ texts, ...row }) => {
      const faults = faultsOf(row);
      const isFormula = (cell: string, at: number) => (texts?.includes(at) ?? true) && looksLikeFormula(cell);
      return {
        ...row,
        formulas: row.cells.flatMap((cell, at) => (isFormula(cell, at) ? [at] : [])),
        ...(faults && { faults }),
      };
    }),
  };
}

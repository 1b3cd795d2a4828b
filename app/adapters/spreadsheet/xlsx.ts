import { read, SSF, type CellObject } from '@e965/xlsx';
import { sheetOf, type Sheet } from '#app/adapters/spreadsheet/sheet.ts';

/** Reads a sheet of a workbook, by its name in any case, or the first. Formulas are named and never evaluated. */
export function readXlsx(bytes: Buffer, most: number, name?: string): Sheet {
  let book;
  try {
    const all = { type: 'buffer', dense: true, cellFormula: true, cellNF: true, cellText: true } as const;
    const named = name === undefined ? 0 : read(bytes, { ...all, bookSheets: true }).SheetNames.find(isNamed(name));
    if (named === undefined) return { ok: false, reason: 'empty' };
    book = read(bytes, { ...all, sheets: named });
  } catch {
    return { ok: false, reason: 'not_a_spreadsheet' };
  }
  const sheet = name === undefined ? book.SheetNames[0] : book.SheetNames.find(isNamed(name));
  const data = book.Sheets[sheet ?? '']?.['!data'] ?? [];
  const since1904 = book.Workbook?.WBProps?.date1904 ?? false;
  const rows = [];
  for (const [at, cells] of data.entries())
    if (cells) rows.push({ number: at + 1, cells: Array.from(cells, (cell) => cellText(cell, since1904)) });
  return sheetOf(rows, most);
}

const isNamed = (name: string) => (one: string) => one.trim().toLowerCase() === name;

/** What a cell says. A number that is formatted with zeros (`000`) keeps them; others are written without grouping. */
function cellText(cell: CellObject | undefined, since1904: boolean): string {
  if (cell?.f) return `=${cell.f}`;
  if (cell?.v === undefined) return '';
  if (cell.t !== 'n') return String(cell.w ?? cell.v).trim();
  const format = String(cell.z ?? 'General');
  if (SSF.is_date(format)) return dateText(cell.v as number, since1904);
  return /^0+$/.test(format) ? String(cell.w) : String(cell.v);
}

/** A serial date, counted from 1900 or from 1904. */
function dateText(serial: number, date1904: boolean): string {
  const { y, m, d, H, M } = SSF.parse_date_code(serial, { date1904 });
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}`;
  return H + M > 0 ? `${day}T${two(H)}:${two(M)}` : day;
}

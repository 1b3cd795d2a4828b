import { read, SSF, type CellObject } from '@e965/xlsx';
import { format as showBy, getFormatDateInfo, isDateFormat } from 'numfmt';
import { sheetOf, type CellFault, type GivenRow, type Sheet } from '#app/adapters/spreadsheet/sheet.ts';

/** Reads a sheet of a workbook, by its name in any case, or the first. No formula is evaluated. */
export function readXlsx(bytes: Buffer, most: number, name?: string): Sheet {
  let book;
  try {
    // Without stubs a formula that has no result is not there.
    const text = { cellFormula: true, cellNF: true, cellText: true, cellHTML: false, sheetStubs: true } as const;
    const all = { type: 'buffer', dense: true, ...text } as const;
    const named = name === undefined ? 0 : read(bytes, { ...all, bookSheets: true }).SheetNames.find(isNamed(name));
    if (named === undefined) return { ok: false, reason: 'empty' };
    book = read(bytes, { ...all, sheets: named });
  } catch {
    return { ok: false, reason: 'not_a_spreadsheet' };
  }
  const sheet = name === undefined ? book.SheetNames[0] : book.SheetNames.find(isNamed(name));
  const data = book.Sheets[sheet ?? '']?.['!data'] ?? [];
  const since1904 = book.Workbook?.WBProps?.date1904 ?? false;
  const rows: GivenRow[] = [];
  for (const [at, cells] of data.entries()) if (cells) rows.push(rowOf(at + 1, Array.from(cells), since1904));
  return sheetOf(rows, most);
}

const isNamed = (name: string) => (one: string) => one.trim().toLowerCase() === name;

/** What a cell shows, the day that it holds, and why it cannot be taken. */
interface CellView {
  says: string;
  day?: string;
  fault?: CellFault;
}

function rowOf(number: number, given: readonly (CellObject | undefined)[], since1904: boolean): GivenRow {
  const shown = given.map((cell) => shownOf(cell, since1904));
  const last = shown.findLastIndex(({ says, fault }) => says !== '' || fault);
  const cells = shown.slice(0, last + 1);
  const days = Object.fromEntries(cells.flatMap(({ day }, at) => (day ? [[at, day]] : [])));
  const faults = Object.fromEntries(cells.flatMap(({ fault }, at) => (fault ? [[at, fault]] : [])));
  return {
    number,
    cells: cells.map(({ says }) => says),
    texts: given.flatMap((cell, at) => (cell?.t === 's' ? [at] : [])),
    ...(Object.keys(days).length > 0 && { days }),
    ...(Object.keys(faults).length > 0 && { faults }),
  };
}

function shownOf(cell: CellObject | undefined, since1904: boolean): CellView {
  if (!cell) return { says: '' };
  if (cell.t === 'z') return cell.f === undefined ? { says: '' } : { says: `=${cell.f}`, fault: 'no_result' };
  // Some programs write a formula without a result as an error that is none.
  if (cell.t === 'e' && cell.w === undefined) return { says: `=${cell.f ?? ''}`, fault: 'no_result' };
  if (cell.t === 'e') return { says: String(cell.w), fault: 'error' };
  if (cell.t === 'b') return { says: cell.v ? 'TRUE' : 'FALSE' };
  const format = String(cell.z ?? 'General');
  try {
    if (cell.t !== 'n') return { says: showBy(format, String(cell.v)).trim() };
    if (isDateFormat(format)) return shownDate(cell.v as number, format, since1904);
    const says = showBy(format, cell.v).trim();
    return format === 'General' && says.includes('E') ? { says, fault: 'shortened' } : { says };
  } catch {
    // The format is none.
    return { says: String(cell.v), fault: 'not_shown' };
  }
}

/** A date in numbers, in the order of the reader's country: the file does not say which that is. */
const isInLocalOrder = (format: string): boolean => format.startsWith('m/d/yy');

/** Days from the first of January 1900 to that of 1904, as workbooks count them. */
const to1904 = 1462;

/** What the library makes of a day's number. */
type DateParts = Record<'y' | 'm' | 'd' | 'H' | 'M', number>;

function shownDate(serial: number, format: string, date1904: boolean): CellView {
  // One before the first day, or after the year 9999.
  const parts = SSF.parse_date_code(serial, { date1904 }) as DateParts | null;
  if (!parts) return { says: String(serial), fault: 'not_shown' };
  const { y, m, d, H, M } = parts;
  const two = (part: number): string => String(part).padStart(2, '0');
  const date = `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}`;
  const day = H + M > 0 ? `${date}T${two(H)}:${two(M)}` : date;
  const says = showBy(format, date1904 ? serial + to1904 : serial).trim();
  const info = getFormatDateInfo(format);
  if (!info.year || !info.month || !info.day) return { says };
  return { says: isInLocalOrder(format) ? day : says, day };
}

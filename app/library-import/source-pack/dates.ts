import { dayIn, type Instant } from '#events/time.ts';
import type { DayOrder, DayOrders } from '#events/import/events.ts';
import { dateColumns, type PackRows, type PackTable } from '#app/library-import/source-pack/columns.ts';

/** Two numbers and a year, which stand in the order of a country, and perhaps a time. */
const inOrder = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:[T, ]+\d.*)?$/;
const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/;

type Parts = [first: number, second: number, year: number];

function partsOf(text: string): Parts | null {
  const found = inOrder.exec(text);
  return found && [Number(found[1]), Number(found[3]), Number(found[4])];
}

/** Reads a day: as ISO 8601, or two numbers and a year in the given order. Null where it is none. */
export function readDay(text: string, order: DayOrder = 'day_first'): string | null {
  const own = iso.exec(text)?.slice(1).map(Number);
  const parts = partsOf(text);
  if (!own && !parts) return null;
  const [first, second, last] = parts ?? [0, 0, 0];
  const [year, month, day] = (own ?? (order === 'day_first' ? [last, second, first] : [last, first, second])) as Parts;
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year > 1900 && year < 3000;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

export const isFuture = (day: string, now: Instant, zone: string): boolean => day > dayIn(now, zone);

/** A column whose dates are two numbers and a year, and the order that they are read in. */
export interface JudgedColumn {
  table: PackTable;
  column: string;
  /** Null where it is open, and asked for. */
  order: DayOrder | null;
  /** What says the order: a date of the column, the other columns of the source, or a person. */
  by: 'column' | 'source' | 'answer' | null;
  /** A date that could be read in both orders, where there is one. */
  example: string;
  row: number;
  /** A date that can only be read in the other order. */
  against: { cell: string; row: number } | null;
}

interface Dated {
  cell: string;
  row: number;
  parts: Parts;
}

/** The order that a date alone says, null where it can be read in both. */
const orderOf = ([first, second]: Parts): DayOrder | null =>
  first > 12 ? 'day_first' : second > 12 ? 'month_first' : null;

function cellsOf(rows: PackRows, table: PackTable, column: string): Dated[] {
  return rows[table].flatMap(({ number, cells, days }) => {
    const cell = (cells as Record<string, string>)[column] ?? '';
    const parts = (days as Record<string, string>)[column] ? null : partsOf(cell);
    return parts ? [{ cell, row: number, parts }] : [];
  });
}

/** What most of the dates say that say something. */
function mostOf(says: readonly (DayOrder | null)[]): DayOrder | null {
  const count = (order: DayOrder): number => says.filter((one) => one === order).length;
  const [days, months] = [count('day_first'), count('month_first')];
  if (days + months === 0) return null;
  return months > days ? 'month_first' : 'day_first';
}

/**
 * Judges the order of day and month over each whole column, then over the whole source: a column that says nothing
 * follows the others where these agree. What stays open is asked for.
 */
export function judgeDates(rows: PackRows, answers: DayOrders): JudgedColumn[] {
  const columns = dateColumns.flatMap(([table, column]) => {
    const dated = cellsOf(rows, table, column);
    return dated.length > 0 ? [{ table, column, dated, says: dated.map(({ parts }) => orderOf(parts)) }] : [];
  });
  const own = columns.map(({ says }) => mostOf(says));
  const said = [...new Set(own.filter((order) => order !== null))];
  return columns.map(({ table, column, dated, says }, at): JudgedColumn => {
    const order = own[at]!;
    const open = dated.find(({ parts: [first, second] }, n) => says[n] === null && first !== second);
    const { cell: example, row } = open ?? dated[0]!;
    const contrary = order === null ? -1 : says.findIndex((one) => one !== null && one !== order);
    const against = contrary < 0 ? null : { cell: dated[contrary]!.cell, row: dated[contrary]!.row };
    const judged = { table, column, example, row, against };
    if (order !== null) return { ...judged, order, by: 'column' };
    const answer = answers[table]?.[column];
    if (answer) return { ...judged, order: answer, by: 'answer' };
    if (said.length === 1) return { ...judged, order: said[0]!, by: 'source' };
    // Where day and month are equal everywhere, both orders say the same.
    return open ? { ...judged, order: null, by: null } : { ...judged, order: 'day_first', by: 'column' };
  });
}

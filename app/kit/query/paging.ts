import { z } from 'zod';
import { pageSize } from '#app/kit/query/page-size.ts';

export const sortOrder = z.enum(['asc', 'desc']).default('asc');

/** More pages than any list has. */
const mostPages = 100_000;

/** In place of a page's number: every row at once, to print them. */
export const everyRow = 0;

/** The most rows that are shown at once, which bounds the memory of one answer. */
const mostRows = 10_000;

/** One-based: page 1 for anything that is not a number, and at most `mostPages`. `all` asks for every row. */
export const pageNumber = z
  .unknown()
  .transform((asked) =>
    asked === 'all' || asked === everyRow ? everyRow : Math.min(mostPages, Math.floor(Math.max(1, Number(asked) || 1))),
  );

/** At most the last page: a list may have become shorter. One-based. */
export const pageWithin = (page: number, total: number, size = pageSize): number =>
  Math.min(Math.max(1, page), Math.max(1, Math.ceil(total / size)));

/** The place of a page in its list: the page that there is, its size, and the rows before it. */
export function rowsOf(page: number, total: number, size = pageSize, most = mostRows) {
  if (page === everyRow) return { page: 1, size: Math.max(size, Math.min(total, most)), offset: 0 };
  const at = pageWithin(page, total, size);
  return { page: at, size, offset: (at - 1) * size };
}

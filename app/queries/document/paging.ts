import { z } from 'zod';
import { pageSize } from '#app/queries/document/page-size.ts';

export const sortOrder = z.enum(['asc', 'desc']).default('asc');

/** No list of the product has more pages. */
const mostPages = 100_000;

/** One-based: the first page where what was asked for is no number, and the furthest of any list where it lies beyond. */
export const pageNumber = z
  .unknown()
  .transform((asked) => Math.min(mostPages, Math.floor(Math.max(1, Number(asked) || 1))));

/** Which rows of a sorted list a page shows. */
export interface Part {
  /** One-based; the last page where a later one was asked for. */
  at: number;
  limit: number;
  offset: number;
  /** Count from the last row, in the opposite order: the last page is then as near as the first. */
  fromTheEnd: boolean;
}

/** The last page where a later one was asked for: a list may have grown shorter since its address was made. One-based. */
export const pageWithin = (page: number, total: number, size = pageSize): number =>
  Math.min(page, Math.max(1, Math.ceil(total / size)));

/** The rows of a page, reached from the nearer end of the list. */
export function partOf(page: number, total: number): Part {
  const at = pageWithin(page, total);
  const offset = (at - 1) * pageSize;
  const limit = Math.min(pageSize, Math.max(1, total - offset));
  const fromTheEnd = offset > total / 2;
  return { at, limit, offset: fromTheEnd ? total - offset - limit : offset, fromTheEnd };
}

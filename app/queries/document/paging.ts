import { z } from 'zod';
import { pageSize } from '#app/queries/document/page-size.ts';

export const sortOrder = z.enum(['asc', 'desc']).default('asc');

/** No list of the product has more pages. */
const mostPages = 100_000;

/**
 * One-based: the first page where what was asked for is no number, and the furthest of any list where it lies beyond.
 */
export const pageNumber = z
  .unknown()
  .transform((asked) => Math.min(mostPages, Math.floor(Math.max(1, Number(asked) || 1))));

/**
 * The last page where a later one was asked for: a list may have grown shorter since its address was made. One-based.
 */
export const pageWithin = (page: number, total: number, size = pageSize): number =>
  Math.min(page, Math.max(1, Math.ceil(total / size)));

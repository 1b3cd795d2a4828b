import { z } from 'zod';
import { pageSize } from '#app/queries/document/page-size.ts';

export const sortOrder = z.enum(['asc', 'desc']).default('asc');

/** More pages than any list has. */
const mostPages = 100_000;

/** One-based: page 1 for anything that is not a number, and at most `mostPages`. */
export const pageNumber = z
  .unknown()
  .transform((asked) => Math.min(mostPages, Math.floor(Math.max(1, Number(asked) || 1))));

/** At most the last page: a list may have become shorter. One-based. */
export const pageWithin = (page: number, total: number, size = pageSize): number =>
  Math.min(page, Math.max(1, Math.ceil(total / size)));

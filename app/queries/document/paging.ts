import { z } from 'zod';

/** Rows of one page of a list. */
export const pageSize = 25;

export const sortOrder = z.enum(['asc', 'desc']).default('asc');

/** One-based. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000).catch(1);

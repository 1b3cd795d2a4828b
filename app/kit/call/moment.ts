import { z } from 'zod';

/** A moment of the API. */
export const moment = z
  .int()
  .describe('Milliseconds since 1970-01-01T00:00:00Z.')
  .meta({ examples: [1_796_774_400_000] });

/** ISO 8601 in UTC as epoch milliseconds; null if absent. */
export const toMoment = (iso: string): number => Date.parse(iso);
export const toMomentOrNull = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));

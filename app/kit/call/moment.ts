import { z } from 'zod';
import type { Instant } from '#events/time.ts';

/** A moment of the API. */
export const moment = z
  .int()
  .describe('Milliseconds since 1970-01-01T00:00:00Z.')
  .meta({ examples: [1_796_774_400_000] });

export const toMoment = (instant: Instant): number => Date.parse(instant);
export const toMomentOrNull = (instant: Instant | null): number | null =>
  instant === null ? null : Date.parse(instant);

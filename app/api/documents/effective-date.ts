import { z } from 'zod';
import { parseDate } from '#app/forms/date.ts';

/** A JSON date: the whole body. */
export const effectiveDate = z
  .union([z.int().min(0).max(8_000_000_000_000_000), z.string().max(100)])
  .describe(
    "Epoch milliseconds, or ISO 8601: a moment with its offset, or a date, which means 00:00 in the organisation's time zone.",
  );

const moment = z.iso.datetime({ offset: true });

/** The moment as ISO 8601 in UTC; a text that is none as it is, for the command to refuse. `zone`: IANA name. */
export function toMomentOf(date: z.output<typeof effectiveDate>, zone: string): string {
  if (typeof date === 'number') return new Date(date).toISOString();
  const text = date.trim();
  if (moment.safeParse(text).success) return new Date(text).toISOString();
  return (z.iso.date().safeParse(text).success && parseDate(text, zone)) || (text === '' ? '' : 'no date');
}

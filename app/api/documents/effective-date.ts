import { z } from 'zod';
import { isMeantYear } from '#events/time.ts';
import { parseDate } from '#app/forms/date.ts';

/** The last millisecond that a screen takes for a date: microseconds sent for milliseconds lie beyond it. */
const latest = Date.UTC(3000, 0, 1) - 1;

/** Epoch milliseconds. */
export const epochDate = z.int().min(0).max(latest);

/** A JSON date: the whole body. */
export const effectiveDate = z
  .union([epochDate, z.string().max(100)])
  .describe(
    "Epoch milliseconds, or ISO 8601: a moment with its offset, or a date, which means 00:00 in the organisation's time zone.",
  );

const moment = z.iso.datetime({ offset: true });

/** The moment as ISO 8601 in UTC; a text that is none as it is, for the command to refuse. `zone`: IANA name. */
export function toMomentOf(date: z.output<typeof effectiveDate>, zone: string): string {
  if (typeof date === 'number') return new Date(date).toISOString();
  const text = date.trim();
  if (moment.safeParse(text).success) {
    const date = new Date(text);
    return isMeantYear(date.getUTCFullYear()) ? date.toISOString() : 'no date';
  }
  return (z.iso.date().safeParse(text).success && parseDate(text, zone)) || (text === '' ? '' : 'no date');
}

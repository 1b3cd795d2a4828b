import { tz } from '@date-fns/tz';
import { isValid } from 'date-fns/isValid';
import { parse } from 'date-fns/parse';
import { instantOf, isPlausibleYear } from '#events/time.ts';
import { dayFormats } from '#app/ui/text/date.ts';

/**
 * Reads a date (`04 Mar 2026`, `4 March 2026` or `2026-03-04`) as 00:00 of that day in the organisation's zone: ISO
 * 8601 in UTC with milliseconds. Null if it is no date.
 */
export function parseDate(text: string, zone: string): string | null {
  for (const pattern of dayFormats) {
    const date = parse(text.trim(), pattern, new Date(0), { in: tz(zone) });
    if (isValid(date) && isPlausibleYear(date.getFullYear())) return instantOf(date.getTime());
  }
  return null;
}

/** The day of such a text: `2026-03-04`. Null if it is no date. */
export const parseDay = (text: string): string | null => parseDate(text, 'UTC')?.slice(0, 10) ?? null;

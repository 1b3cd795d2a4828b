import { tz } from '@date-fns/tz';
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';
import { z } from 'zod';
import { invalidDate, invalidMoment, texts } from '#events/texts.ts';
import { instantOf, isPlausibleYear } from '#events/time.ts';
import { latestMoment } from '#app/kit/call/parameters.ts';
import { parseDate } from '#app/kit/forms/date.ts';

const said = (format: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? texts.required : format),
});

const millisecondsOr = (format: string) => z.int(said(format)).min(0, format).max(latestMoment, format);

/** Epoch milliseconds. */
export const epochDate = millisecondsOr(invalidMoment);

/** A JSON date: the whole body. */
export const effectiveDate = z
  .union(
    [
      millisecondsOr(invalidDate),
      z
        .string()
        .max(100, invalidDate)
        .meta({ examples: ['2026-12-09'] }),
    ],
    said(invalidDate),
  )
  .describe(
    "Epoch milliseconds, or ISO 8601: a time with an offset, a time in the organisation's time zone, or a date, " +
      'which means 00:00 there.',
  );

/** A day and a time in ISO 8601, to the minute or finer. */
const timed = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[-+]\d\d:\d\d)?$/;

/** The moment; an invalid text is passed on for the command to refuse. `zone`: IANA name. */
export function toMomentOf(date: z.output<typeof effectiveDate>, zone: string): string {
  if (typeof date === 'number') return instantOf(date);
  const text = date.trim();
  if (timed.test(text)) {
    const moment = new Date(parseISO(text, { in: tz(zone) }).getTime());
    return isValid(moment) && isPlausibleYear(moment.getUTCFullYear()) ? instantOf(moment) : 'no date';
  }
  return parseDate(text, zone) ?? (text === '' ? '' : 'no date');
}

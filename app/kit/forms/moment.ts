import { tz } from '@date-fns/tz';
import { isValid } from 'date-fns/isValid';
import { parse } from 'date-fns/parse';
import { instantOf, isPlausibleYear, type Instant } from '#events/time.ts';
import { dayFormats, showDate, showMoment, showSeconds } from '#app/ui/text/date.ts';

/** Formats of the time after the day, each with its length in milliseconds. */
const times: [pattern: string, lasts: number][] = [
  ['', 86_400_000],
  ['HH:mm', 60_000],
  ['HH:mm:ss', 1000],
  ['HH:mm:ss.SSS', 1],
];
const formats = dayFormats.flatMap((day) =>
  times.flatMap(([time, lasts]) => {
    const zones = time ? ['', 'XXXXX'] : [''];
    return zones.map((zone) => ({ pattern: [day, time + zone].filter(Boolean).join(' '), lasts }));
  }),
);

/** The first and the last millisecond (epoch) of the text; null if it is no moment. */
function readSpan(text: string): { begins: number; ends: number } | null {
  const plain = text
    .trim()
    // The lookbehind keeps a long run of spaces from being scanned again and again.
    .replace(/(?<!\s)\s*UTC$/i, '')
    .replace(/^(\d{4}-\d\d-\d\d)T/i, '$1 ');
  for (const { pattern, lasts } of formats) {
    const date = parse(plain, pattern, new Date(0), { in: tz('UTC') });
    if (isValid(date) && isPlausibleYear(date.getFullYear()))
      return { begins: date.getTime(), ends: date.getTime() + lasts - 1 };
  }
  return null;
}

/** A moment of the past to view a record as of. */
export interface PastMoment {
  /** The last millisecond that counts. */
  until: Instant;
  /** As typed: `12 Mar 2026 14:05`, with seconds if they were given. */
  text: string;
}

const pastMoment = (ends: number): PastMoment => {
  const until = instantOf(ends);
  const text = `${showDate(until, 'UTC')} ${showSeconds(until)}`;
  return { until, text: until.endsWith(':59.999Z') ? text.slice(0, -':59'.length) : text };
};

/**
 * Reads a moment in UTC: `12 Mar 2026 14:05`, a day alone, or ISO 8601. A day or minute counts to its end, at most to
 * `now`. Answers a sentence for a text that is no moment or in the future.
 */
export function readMoment(text: string, now: Instant): PastMoment | { problem: string } {
  const span = readSpan(text);
  if (!span) return { problem: `Enter the moment as ${showMoment(now).slice(0, -' UTC'.length)}, or a day alone.` };
  if (span.begins > Date.parse(now)) return { problem: `That moment has not come yet. It is now ${showMoment(now)}.` };
  return pastMoment(Math.min(span.ends, Date.parse(now)));
}

/**
 * A moment: UTC, ISO 8601 with milliseconds, `2026-03-04T14:05:00.000Z`. An alias: PostgreSQL, zod, JSON and
 * `toISOString` give plain text, and a type of its own asks for a cast wherever one of them gives a moment.
 */
export type Instant = string;

export const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Of epoch milliseconds, a Date, or a moment as a program, a database or a file writes it. Throws for another text. */
export const instantOf = (moment: number | string | Date): Instant => new Date(moment).toISOString();

/** So many milliseconds later. */
export const addMs = (instant: Instant, ms: number): Instant => instantOf(Date.parse(instant) + ms);

export const addHours = (instant: Instant, hours: number): Instant => addMs(instant, hours * hourMs);

/** Days of 24 hours. */
export const addDays = (instant: Instant, days: number): Instant => addMs(instant, days * dayMs);

/** The milliseconds from one moment to another. */
export const msBetween = (from: Instant, to: Instant): number => Date.parse(to) - Date.parse(from);

export const isAfter = (a: Instant, b: Instant): boolean => msBetween(b, a) > 0;

export const earlier = (a: Instant, b: Instant): Instant => (isAfter(a, b) ? b : a);

export const later = (a: Instant, b: Instant): Instant => (isAfter(b, a) ? b : a);

/** By zone, because making a formatter is slow. */
const days = new Map<string, Intl.DateTimeFormat>();

/** The calendar day in a zone (IANA name): `2026-03-04`. */
export function dayIn(instant: Instant, zone: string): string {
  const known =
    days.get(zone) ??
    new Intl.DateTimeFormat('en-CA-u-ca-gregory-nu-latn', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  days.set(zone, known);
  return known.format(new Date(instant));
}

/** Whether a year is plausible. Any other is a typing mistake, and an event cannot hold a year after 9999. */
export const isPlausibleYear = (year: number): boolean => year > 1900 && year < 3000;

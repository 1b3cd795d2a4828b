const dayMs = 86_400_000;

/** The instant so many days of 24 hours later. ISO 8601, UTC, milliseconds, in and out. */
export const addDays = (instant: string, days: number): string =>
  new Date(Date.parse(instant) + days * dayMs).toISOString();

export const addHours = (instant: string, hours: number): string => addDays(instant, hours / 24);

export const isAfter = (a: string, b: string): boolean => Date.parse(a) > Date.parse(b);

/** By zone, because making a formatter is slow. */
const days = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of an instant in a zone (IANA name): `2026-03-04`. */
export function dayIn(instant: string, zone: string): string {
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

/** The later of two instants. */
export const later = (a: string, b: string): string => (isAfter(b, a) ? b : a);

/** Whether a year is plausible. Any other is a typing mistake, and an event cannot hold a year after 9999. */
export const isPlausibleYear = (year: number): boolean => year > 1900 && year < 3000;

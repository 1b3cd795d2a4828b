const dayMs = 86_400_000;

/** The instant so many days of 24 hours later. ISO 8601, UTC, milliseconds, in and out. */
export const addDays = (instant: string, days: number): string =>
  new Date(Date.parse(instant) + days * dayMs).toISOString();

export const addHours = (instant: string, hours: number): string => addDays(instant, hours / 24);

export const isAfter = (a: string, b: string): boolean => Date.parse(a) > Date.parse(b);

/** The later of two instants. */
export const later = (a: string, b: string): string => (isAfter(b, a) ? b : a);

/** Whether a year is plausible. Any other is a typing mistake, and an event cannot hold a year after 9999. */
export const isPlausibleYear = (year: number): boolean => year > 1900 && year < 3000;

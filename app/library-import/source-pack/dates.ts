import { dayIn } from '#events/time.ts';

const european = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/;
const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/;

/**
 * Reads a day: as ISO 8601, or day before month before year with dots or slashes. Null where it is none. A month that
 * comes before the day is ambiguous, so it is not read.
 */
export function readDay(text: string): string | null {
  const parts = iso.exec(text)?.slice(1) ?? european.exec(text)?.slice(1).toReversed();
  if (!parts) return null;
  const [year, month, day] = parts.map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year > 1900 && year < 3000;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

export const isFuture = (day: string, now: string, zone: string): boolean => day > dayIn(now, zone);

import { TZDate } from '@date-fns/tz';
import { instantOf, type Instant } from '#events/time.ts';

/** 00:00 of a day (`2026-03-12`) in a zone (IANA name), `later` days later. */
export function startOfDay(day: string, later: number, zone: string): Instant {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return instantOf(new TZDate(year, month - 1, date + later, zone).getTime());
}

import { TZDate } from '@date-fns/tz';

/** 00:00 of a day (`2026-03-12`) in a zone (IANA name), `later` days later: ISO 8601 in UTC. */
export function startOfDay(day: string, later: number, zone: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(new TZDate(year, month - 1, date + later, zone).getTime()).toISOString();
}

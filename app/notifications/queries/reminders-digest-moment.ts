import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { setHours } from 'date-fns/setHours';
import { startOfDay } from 'date-fns/startOfDay';
import { startOfISOWeek } from 'date-fns/startOfISOWeek';
import { instantOf, type Instant } from '#events/time.ts';

/** The digest's latest sending time, and its ISO week: 00:00 UTC of the Monday. */
export interface DigestMoment {
  at: Instant;
  week: Instant;
}

/**
 * The latest time up to `now` with this weekday (1 is Monday) and hour in the zone (IANA name). The week is the
 * calendar's, so that a digest moved to another day still comes once a week.
 */
export function digestMoment(
  now: Instant,
  zone: string,
  { weekday, hour }: { weekday: number; hour: number },
): DigestMoment {
  const thisWeek = startOfISOWeek(new TZDate(Date.parse(now), zone));
  const moments = [thisWeek, addDays(thisWeek, -7)].map((monday) => ({
    monday,
    at: setHours(addDays(monday, weekday - 1), hour).getTime(),
  }));
  const { monday, at } = moments.find((one) => one.at <= Date.parse(now)) ?? moments[1]!;
  return {
    at: instantOf(at),
    week: instantOf(Date.UTC(monday.getFullYear(), monday.getMonth(), monday.getDate())),
  };
}

/** When the daily email comes, in the organisation's zone. */
export const morningHour = 7;

/** The latest morning up to `now`. `zone`: IANA name. */
export function morningOf(now: Instant, zone: string): Instant {
  const today = startOfDay(new TZDate(Date.parse(now), zone));
  const mornings = [today, addDays(today, -1)].map((day) => setHours(day, morningHour).getTime());
  return instantOf(mornings.find((at) => at <= Date.parse(now)) ?? mornings[1]!);
}

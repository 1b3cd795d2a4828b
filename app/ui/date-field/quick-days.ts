import { showDate } from '../text/date.ts';

/** A day that one press fills in. */
export type QuickDay = { label: string; /** `2026-03-04` */ day: string };

const oneDay = 24 * 3600 * 1000;

/** The day so many days later, both as `2026-03-04`. */
export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * oneDay).toISOString().slice(0, 10);

function firstOfNextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/** Quick choices of a date to come, by today in the organisation's zone (`2026-03-04`), each day once. */
export function comingDays(today: string): QuickDay[] {
  const first = firstOfNextMonth(today);
  const days = [
    { label: 'Tomorrow', day: dayAfter(today, 1) },
    { label: 'In 2 weeks', day: dayAfter(today, 14) },
    { label: showDate(first, 'UTC'), day: first },
  ];
  return days.filter(({ day }, at) => days.findIndex((other) => other.day === day) === at);
}

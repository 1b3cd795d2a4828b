import type { Instant } from '#events/time.ts';
import { showDate, showWeekday } from '#app/ui/text/date.ts';

/**
 * The events of a page by their day in UTC, in the order given, with what stands over a day. A day that may go on on
 * another page is not counted. `page` is one-based, `total` counts the events of all pages.
 */
export function daysOf<E extends { recordedAt: Instant }>(
  events: readonly E[],
  { page, size, total }: { page: number; size: number; total: number },
) {
  const days: { date: string; at: Instant; events: E[] }[] = [];
  for (const event of events) {
    const date = showDate(event.recordedAt, 'UTC');
    const day = days.at(-1);
    if (day?.date === date) day.events.push(event);
    else days.push({ date, at: event.recordedAt, events: [event] });
  }
  const whole = { from: page === 1 ? 0 : 1, to: days.length - (page * size < total ? 1 : 0) };
  return days.map(({ date, at, events: ofDay }, i) => ({
    date,
    meta:
      showWeekday(at) +
      (whole.from <= i && i < whole.to ? `, ${ofDay.length === 1 ? '1 event' : `${ofDay.length} events`}` : ''),
    events: ofDay,
  }));
}

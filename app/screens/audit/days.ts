import { showDate, showWeekday } from '#app/ui/text/date.ts';

/** Events by their day in UTC, in the order given, with what stands over a day. `recordedAt` is ISO 8601 in UTC. */
export function daysOf<E extends { recordedAt: string }>(events: readonly E[]) {
  const days: { date: string; at: string; events: E[] }[] = [];
  for (const event of events) {
    const date = showDate(event.recordedAt, 'UTC');
    const day = days.at(-1);
    if (day?.date === date) day.events.push(event);
    else days.push({ date, at: event.recordedAt, events: [event] });
  }
  return days.map(({ date, at, events: ofDay }) => ({
    date,
    meta: `${showWeekday(at)}, ${ofDay.length === 1 ? '1 event' : `${ofDay.length} events`}`,
    events: ofDay,
  }));
}

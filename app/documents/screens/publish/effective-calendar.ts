import type { Instant } from '#events/time.ts';
import { comingDays, dayAfter } from '#app/ui/date-field/quick-days.ts';
import { isoDay, showDate } from '#app/ui/text/date.ts';

/** What the field of an effective date offers. `mayBePast`: the document is effective external to the system. */
export function effectiveCalendar({ now, zone, mayBePast }: { now: Instant; zone: string; mayBePast: boolean }) {
  const today = isoDay(now, zone);
  return {
    example: showDate(dayAfter(today, 14), 'UTC'),
    today,
    min: mayBePast ? undefined : dayAfter(today, 1),
    quick: mayBePast ? [{ label: 'Today', day: today }, ...comingDays(today)] : comingDays(today),
  };
}

export type EffectiveCalendar = ReturnType<typeof effectiveCalendar>;

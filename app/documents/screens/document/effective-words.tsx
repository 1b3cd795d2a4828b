import { isAfter, msBetween, type Instant } from '#events/time.ts';
import { Overdue } from '#app/ui/docket/overdue.tsx';
import { showDate, showEffectiveDate, showEffectiveDay } from '#app/ui/text/date.ts';

type Dated = { effectiveAt: Instant | null; effectiveZone: string | null; dueAt: Instant };

/** The effective date of a version; in red where it is past. */
export function EffectiveWords({ now, ...of }: Omit<Dated, 'dueAt'> & { now: Instant }) {
  if (of.effectiveAt === null) return null;
  const date = showEffectiveDay(of);
  const past = !isAfter(of.effectiveAt, now);
  return past ? <Overdue>Effective {date}, already in force</Overdue> : <span>Effective {date}</span>;
}

/** The due date of training where it differs from the effective date; in red where it is overdue. */
export function DueWords({ effectiveAt, effectiveZone, dueAt, now, zone }: Dated & { now: Instant; zone: string }) {
  // Due on the effective date: that date, whatever the organisation's zone is by now.
  const date = showDate(dueAt, effectiveAt === dueAt ? (effectiveZone ?? zone) : zone);
  if (isAfter(now, dueAt)) return <Overdue>Training overdue since {date}</Overdue>;
  if (effectiveAt !== null && showEffectiveDate({ effectiveAt, effectiveZone }) === date) return null;
  return <span>Training due {date}</span>;
}

/** Three days before training is due, its date is ochre. */
const soon = 3 * 86_400_000;

/** The due date of training as the first fact of a card: red once it is overdue, ochre in its last days. */
export function DueFirst({ effectiveAt, effectiveZone, dueAt, now, zone }: Dated & { now: Instant; zone: string }) {
  const date = showDate(dueAt, effectiveAt === dueAt ? (effectiveZone ?? zone) : zone);
  const left = msBetween(now, dueAt);
  if (left < 0) return <Overdue>Overdue since {date}</Overdue>;
  return <b className={left < soon ? 'due due-soon' : 'due'}>Due {date}</b>;
}

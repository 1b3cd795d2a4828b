import { Overdue } from '#app/ui/docket/overdue.tsx';
import { showDate } from '#app/ui/text/date.ts';

type Dated = { effectiveAt: string | null; dueAt: string };

/** The effective date of what is to be trained on: red, with words, where it has passed. */
export function EffectiveWords({ effectiveAt, now, zone }: Pick<Dated, 'effectiveAt'> & { now: string; zone: string }) {
  if (effectiveAt === null) return null;
  const date = showDate(effectiveAt, zone);
  const past = Date.parse(effectiveAt) <= Date.parse(now);
  return past ? <Overdue>Effective {date}, already in force</Overdue> : <span>Effective {date}</span>;
}

/** When the training is due, where that is not simply the effective date; in red once it is overdue. */
export function DueWords({ effectiveAt, dueAt, now, zone }: Dated & { now: string; zone: string }) {
  const date = showDate(dueAt, zone);
  if (Date.parse(dueAt) < Date.parse(now)) return <Overdue>Training overdue since {date}</Overdue>;
  if (effectiveAt !== null && showDate(effectiveAt, zone) === date) return null;
  return <span>Training due {date}</span>;
}

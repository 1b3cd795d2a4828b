import { Overdue } from '#app/ui/docket/overdue.tsx';
import { showDate } from '#app/ui/text/date.ts';

type Dated = { effectiveAt: string | null; dueAt: string };

/** The effective date of a version; in red where it is past. */
export function EffectiveWords({ effectiveAt, now, zone }: Pick<Dated, 'effectiveAt'> & { now: string; zone: string }) {
  if (effectiveAt === null) return null;
  const date = showDate(effectiveAt, zone);
  const past = Date.parse(effectiveAt) <= Date.parse(now);
  return past ? <Overdue>Effective {date}, already in force</Overdue> : <span>Effective {date}</span>;
}

/** The due date of training where it differs from the effective date; in red where it is overdue. */
export function DueWords({ effectiveAt, dueAt, now, zone }: Dated & { now: string; zone: string }) {
  const date = showDate(dueAt, zone);
  if (Date.parse(dueAt) < Date.parse(now)) return <Overdue>Training overdue since {date}</Overdue>;
  if (effectiveAt !== null && showDate(effectiveAt, zone) === date) return null;
  return <span>Training due {date}</span>;
}

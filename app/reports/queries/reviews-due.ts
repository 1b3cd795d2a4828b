import { sql } from 'kysely';
import type { Source } from '#app/reports/queries/source.ts';

export interface ReviewsDue {
  /** Documents whose review is overdue. */
  overdue: number;
  /** Twelve months from this one on, as `2026-03` in the organisation's zone: reviews still to come. */
  months: { month: string; reviews: number }[];
  /** Due after those. */
  later: number;
}

/** The periodic reviews of effective documents by the month in which they are due. */
export async function readReviewsDue({ db, table, at, zone }: Source): Promise<ReviewsDue> {
  const first = sql`date_trunc('month', ${at}::timestamptz at time zone ${zone}::text)`;
  const { rows } = await sql<{ month: string; reviews: string }>`
    with due as (
      select case when d.review_due_at <= ${at}::timestamptz then 'overdue'
                  else to_char(d.review_due_at at time zone ${zone}::text, 'YYYY-MM') end as month
      from ${table('document')} d where d.status = 'EFFECTIVE' and d.review_due_at is not null
    ), shown as (
      select 'overdue' as month
      union all
      select to_char(generate_series(${first}, ${first} + interval '11 months', interval '1 month'), 'YYYY-MM')
    )
    select coalesce(s.month, 'later') as month, count(d.month) as reviews
    from shown s full join due d on d.month = s.month group by s.month order by s.month`.execute(db);
  const reviews = (month: string): number => Number(rows.find((row) => row.month === month)?.reviews ?? 0);
  return {
    overdue: reviews('overdue'),
    later: reviews('later'),
    months: rows.filter(({ month }) => /^\d/.test(month)).map(({ month }) => ({ month, reviews: reviews(month) })),
  };
}

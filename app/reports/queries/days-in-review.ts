import { sql } from 'kysely';
import type { DocumentType } from '#events/document/events.ts';
import type { Source } from '#app/reports/queries/source.ts';

/** The versions whose review ended in one month. Days have one digit after the point. */
export interface ReviewMonth {
  /** `2026-03`, in the organisation's zone. */
  month: string;
  versions: number;
  /** Null without a version. */
  median: number | null;
  /** Between them lies the middle half. */
  from: number | null;
  to: number | null;
}

/** A version whose review took far longer than those of the other versions. */
export interface SlowReview {
  document: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  name: string;
  version: string;
  month: string;
  days: number;
}

export interface DaysInReview {
  months: ReviewMonth[];
  /** Of the whole year. */
  versions: number;
  median: number | null;
  /** The slowest first, and how many there are in all. */
  slow: SlowReview[];
  slowTotal: number;
}

const most = 12;

/** Whole months up to that of `at`, the oldest first, as `2026-03`. */
const months = ({ at, zone }: Source) => sql<string>`
  to_char(generate_series(date_trunc('month', ${at}::timestamptz at time zone ${zone}::text) - interval '11 months',
    date_trunc('month', ${at}::timestamptz at time zone ${zone}::text), interval '1 month'), 'YYYY-MM')`;

const numberOrNull = (value: string | null): number | null => (value === null ? null : Number(value));

/**
 * How many days the reviews of the last twelve months took, from sending to the last signature or the rejection. Slow
 * is what lies above the middle half by more than one and a half times its height (Tukey's fences).
 */
export async function readDaysInReview(source: Source): Promise<DaysInReview> {
  const { db, table, zone } = source;
  const reviewed = sql`
    with month as (select ${months(source)} as month), review as (
      select v.document_uid, v.version, v.name, extract(epoch from (e.ended_at - v.submitted_at)) / 86400 as days,
             to_char(e.ended_at at time zone ${zone}::text, 'YYYY-MM') as month
      from ${table('document_version')} v
      cross join lateral (select coalesce(v.approved_at, v.rejected_at) as ended_at) e
      where not v.externally_effective and e.ended_at is not null
    ), year as (select r.* from review r join month m on m.month = r.month)`;
  const part = (share: number) =>
    sql`round(percentile_cont(${sql.lit(share)}) within group (order by y.days)::numeric, 1)`;
  const parts = sql`count(y.days) as versions, ${part(0.5)} as median, ${part(0.25)} as low, ${part(0.75)} as high`;
  const counted = await sql<Record<'versions' | 'month', string> & Record<'median' | 'low' | 'high', string | null>>`
    ${reviewed}
    select coalesce(m.month, '') as month, ${parts} from month m left join year y on y.month = m.month
    group by rollup (m.month) order by m.month nulls last`.execute(db);
  const found = await sql<Omit<SlowReview, 'days'> & { days: string; total: string }>`
    ${reviewed}, fence as (
      select percentile_cont(0.75) within group (order by days) * 2.5
             - percentile_cont(0.25) within group (order by days) * 1.5 as height from year
    )
    select y.document_uid as document, d.type, d.functional_area as "functionalArea", d.doc_num as "docNum", y.name,
           y.version, y.month, round(y.days::numeric, 1) as days, count(*) over () as total
    from year y cross join fence f join ${table('document')} d on d.uid = y.document_uid
    where y.days > f.height order by y.days desc, d.uid, y.version limit ${most}`.execute(db);
  const lines = counted.rows.map((row) => ({
    month: row.month,
    versions: Number(row.versions),
    median: numberOrNull(row.median),
    from: numberOrNull(row.low),
    to: numberOrNull(row.high),
  }));
  const year = lines.at(-1);
  return {
    months: lines.slice(0, -1),
    versions: year?.versions ?? 0,
    median: year?.median ?? null,
    slow: found.rows.map(({ total: _total, days, ...row }) => ({ ...row, days: Number(days) })),
    slowTotal: Number(found.rows[0]?.total ?? 0),
  };
}

import { sql } from 'kysely';
import { addDays, addMs, type Instant } from '#events/time.ts';
import { rateOf } from '#events/training/record.ts';
import type { Source } from '#app/reports/queries/source.ts';

/** The training records of one week. */
export interface TrainingWeek {
  /** When it ends. */
  at: Instant;
  /** In this week, without what was carried over or imported. */
  signed: number;
  /** At its end: not due yet, and overdue; on every version, as long as it has to be signed. */
  open: number;
  overdue: number;
  /** On the versions that count, at its end, of every week before too. */
  assigned: number;
  completed: number;
  /** Percent, rounded down; null if nobody was assigned. */
  rate: number | null;
}

const weeks = 26;

/** A number of records that changes with a week. */
type Steps = Record<'place' | 'assigned' | 'completed' | 'signed' | 'open' | 'late', string>;

/** The training of half a year by week, from the first assignment on. The last week ends with the source. */
export async function readWeeks({ db, at: until, table }: Source): Promise<TrainingWeek[]> {
  const moments = Array.from({ length: weeks + 1 }, (_, index) => addDays(until, -7 * (weeks - index)));
  // Times have milliseconds: one after the moment makes its bucket end with it.
  const after = moments.map((at) => addMs(at, 1));
  // Everything recorded belongs to the last moment: a signature's own time may be some milliseconds after its event's.
  const ends = [...after.slice(0, -1), 'infinity'];
  // A record counts from its assignment until another version counts, or none does. A withdrawn version never counts.
  // An imported one counts too. It is open until it is signed or cancelled, whatever counts.
  const { rows } = await sql<Steps>`
    with record as (
      select width_bucket(t.assigned_at, ${ends}::timestamptz[]) as begins,
             case when t.status = 'COMPLETED'
               then width_bucket(greatest(t.signed_at, t.assigned_at), ${ends}::timestamptz[])
               end as signs,
             width_bucket(t.cancelled_at, ${ends}::timestamptz[]) as cancels,
             case when least(t.cancelled_at, v.ended_at) is not null
               then width_bucket(greatest(t.assigned_at, least(t.cancelled_at, v.ended_at)), ${ends}::timestamptz[])
               end as ends,
             width_bucket(t.due_at + interval '1 ms', ${after}::timestamptz[]) as due,
             t.carried_from is null and t.claimed is null as own, v.version is not null as counts
      from ${table('training_record')} t
      left join (
        select document_uid, version,
               least(superseded_at, retired_at,
                 lead(published_at) over (partition by document_uid order by version_order))
                 as ended_at
        from ${table('document_version')} document_version
          where (published_at is not null or import_uid is not null) and withdrawn_at is null
      ) v on v.document_uid = t.document_uid and v.version = t.version
      where t.user_uid not in (select uid from ${table('user_account')} user_account where status = 'INACTIVE')
    ), counted as (
      select begins, signs, ends, greatest(begins, due) as late, least(signs, cancels) as closes, count(*) as records,
             count(*) filter (where counts) as counting, count(*) filter (where counts and own) as own
      from record group by begins, signs, ends, late, closes
    ), step as (
      select begins as place, counting as assigned, 0 as completed, 0 as signed, records as open, 0 as late from counted
      union all
      select signs, 0, counting, own, 0, 0 from counted where signs is not null
      union all
      select ends, -counting, case when signs is null then 0 else -counting end, 0, 0, 0
      from counted where ends is not null
      union all
      select closes, 0, 0, 0, -records, 0 from counted where closes is not null
      union all
      select late, 0, 0, 0, 0, records from counted where closes is null or late < closes
      union all
      select closes, 0, 0, 0, 0, -records from counted where late < closes
    )
    select place, sum(assigned) as assigned, sum(completed) as completed, sum(signed) as signed, sum(open) as open,
           sum(late) as late
    from step group by place`.execute(db);
  const steps = new Map(rows.map((row) => [Number(row.place), row]));
  let [assigned, completed, open, overdue] = [0, 0, 0, 0];
  const all = moments.map((at, index): TrainingWeek => {
    const step = steps.get(index);
    assigned += Number(step?.assigned ?? 0);
    completed += Number(step?.completed ?? 0);
    open += Number(step?.open ?? 0);
    overdue += Number(step?.late ?? 0);
    const rate = rateOf({ completed, open: assigned - completed });
    return { at, signed: Number(step?.signed ?? 0), open: open - overdue, overdue, assigned, completed, rate };
  });
  const first = all.findIndex((one) => one.assigned > 0 || one.open + one.overdue > 0);
  // The first moment is where the half year begins: all of before, and no week.
  return first < 0 ? [] : all.slice(Math.max(first, 1));
}

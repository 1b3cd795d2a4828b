import { sql } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { rateOf } from '#events/training/record.ts';
import { inOrder } from '#app/queries/department/in-order.ts';
import { query } from '#app/queries/query.ts';
import { latestSource } from '#app/queries/report/source.ts';
import { ownRows } from '#app/queries/own-rows.ts';

/** The training records at one moment (ISO 8601 in UTC), on the versions that count. */
export interface RatePoint {
  at: string;
  assigned: number;
  completed: number;
  /** Percent, rounded down; null if nobody was assigned. */
  rate: number | null;
}

export interface DepartmentBar {
  department: string;
  /** Open records that are not due yet, and overdue ones. */
  due: number;
  overdue: number;
}

const weeks = 26;
const week = 7 * 86_400_000;

export interface Plots {
  rates: RatePoint[];
  departments: DepartmentBar[];
  /** The ledger position shown (decimal text), and when it was recorded (ISO 8601 in UTC). */
  position: string;
  at: string;
  zone: string;
}

/** The weekly training rate of half a year, and open training by department, at the latest ledger position. */
export const getPlots = query({
  name: 'report.plots',
  input: z.object({}),
  permission: 'report.view',
  cache: 'shared',
  async run(_, { db, org }) {
    const source = await latestSource(db, org);
    const until = Date.parse(source.at);
    const moments = Array.from({ length: weeks + 1 }, (_, index) =>
      new Date(until - (weeks - index) * week).toISOString(),
    );
    // Everything recorded belongs to the last moment: a signature's own time may be some milliseconds after its event's.
    const ends = moments.map((at, index) => (index < weeks ? new Date(Date.parse(at) + 1).toISOString() : 'infinity'));
    // A record counts from its assignment until another version counts, or none does. A withdrawn version never counts.
    // Times have milliseconds: one after the moment makes its bucket end with it.
    const counted = await sql<{ place: string; assigned: string; completed: string }>`
      with counted as (
        select width_bucket(t.assigned_at, ${ends}::timestamptz[]) as begins,
               case when t.status = 'COMPLETED' then width_bucket(greatest(t.signed_at, t.assigned_at), ${ends}::timestamptz[])
                 end as signs,
               width_bucket(least(t.cancelled_at, v.ended_at), ${ends}::timestamptz[]) as ends,
               count(*) as records
        from ${ownRows('read.training_record')} t
        join (
          select document_uid, version,
                 least(superseded_at, retired_at, lead(published_at) over (partition by document_uid order by version_order))
                   as ended_at
          from ${ownRows('read.document_version')} document_version
            where published_at is not null and withdrawn_at is null
        ) v on v.document_uid = t.document_uid and v.version = t.version
        where t.user_uid not in (select uid from ${ownRows('read.user_account')} user_account where status = 'INACTIVE')
        group by begins, signs, ends
      ), step as (
        select begins as place, records as assigned, 0 as completed from counted
        union all
        select signs, 0, records from counted where signs is not null
        union all
        select ends, -records, case when signs is null then 0 else -records end from counted where ends is not null
      )
      select place, sum(assigned) as assigned, sum(completed) as completed from step group by place`.execute(db);
    const steps = new Map(counted.rows.map((row) => [Number(row.place), row]));
    let [assigned, completed] = [0, 0];
    const rates = moments.map((at, index): RatePoint => {
      assigned += Number(steps.get(index)?.assigned ?? 0);
      completed += Number(steps.get(index)?.completed ?? 0);
      return { at, assigned, completed, rate: rateOf({ completed, open: assigned - completed }) };
    });
    // The plot starts at the first assignment.
    const first = rates.findIndex((point) => point.assigned > 0);
    // Counts once for each person, not for each membership.
    const { rows } = await sql<{ department: string; due: string; overdue: string }>`
      with person as materialized (
        select u.uid, c.due, c.overdue from ${ownRows('read.user_account')} u
        cross join lateral (
          select count(*) filter (where t.due_at >= ${source.at}::timestamptz) as due,
                 count(*) filter (where t.due_at < ${source.at}::timestamptz) as overdue
          from ${ownRows('read.training_record')} t
            where t.org_id = u.org_id and t.user_uid = u.uid and t.status = 'OPEN'
        ) c
      )
      select d.name as department, coalesce(sum(p.due), 0) as due, coalesce(sum(p.overdue), 0) as overdue
      from ${ownRows('read.department')} d
      left join ${ownRows('read.user_department')} m on m.org_id = d.org_id and m.department_uid = d.uid
      left join person p on p.uid = m.user_uid
      group by d.org_id, d.uid, d.name, d.name_folded order by ${inOrder('d.name_folded')}`.execute(db);
    const departments = rows.map(({ department, due, overdue }): DepartmentBar => ({
      department,
      due: Number(due),
      overdue: Number(overdue),
    }));
    return ok<Plots>({
      rates: first < 0 ? [] : rates.slice(first),
      departments,
      position: source.position,
      at: source.at,
      zone: source.zone,
    });
  },
});

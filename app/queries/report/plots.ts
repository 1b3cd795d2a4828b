import { sql } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { trainingRate } from '#events/training/record.ts';
import { query } from '#app/queries/query.ts';
import { latestSource } from '#app/queries/report/source.ts';

/** How training stood at one moment (ISO 8601 in UTC): of the versions scheduled or in force then. */
export interface RatePoint {
  at: string;
  assigned: number;
  completed: number;
  /** Percent, rounded down; 100 where nobody was assigned. */
  rate: number;
}

export interface DepartmentBar {
  department: string;
  /** Records that are open and not due yet, and those that are overdue. */
  due: number;
  overdue: number;
}

const weeks = 26;
const week = 7 * 86_400_000;

/** The training rate week by week for half a year, and what each department has open: as of the ledger's latest position. */
export const getPlots = query({
  name: 'report.plots',
  input: z.object({}),
  permission: 'report.view',
  async run(_, { db, viewer }) {
    const source = await latestSource(db, viewer.org);
    const until = Date.parse(source.at);
    const moments = Array.from({ length: weeks + 1 }, (_, index) =>
      new Date(until - (weeks - index) * week).toISOString(),
    );
    // Each record counts from its assignment, at the earliest from its version's publication, until its version is no longer in force.
    const counted = await sql<{ place: string; assigned: string; completed: string }>`
      with span as (
        select t.assigned_at as begins, t.signed_at as signs,
               least(coalesce(t.cancelled_at, 'infinity'), coalesce(v.superseded_at, 'infinity'),
                     coalesce(v.withdrawn_at, 'infinity'), coalesce(v.retired_at, 'infinity')) as ends
        from read.training_record t
        join read.document_version v on v.org_id = t.org_id and v.document_uid = t.document_uid and v.version = t.version
        join read.user_account u on u.org_id = t.org_id and u.uid = t.user_uid
        where u.status <> 'INACTIVE'
      ), change as (
        select width_bucket(begins, m.moments) as place, 1 as assigned, 0 as completed, ends, m.moments from span, (select ${moments}::timestamptz[] as moments) m
        union all
        select width_bucket(signs, m.moments), 0, 1, ends, m.moments from span, (select ${moments}::timestamptz[] as moments) m where signs is not null
      ), step as (
        select place, assigned, completed from change
        union all
        select width_bucket(ends, moments), -assigned, -completed from change where ends < 'infinity'
      )
      select place, sum(assigned) as assigned, sum(completed) as completed from step group by place`.execute(db);
    const steps = new Map(counted.rows.map((row) => [Number(row.place), row]));
    let [assigned, completed] = [0, 0];
    const rates = moments.map((at, index): RatePoint => {
      assigned += Number(steps.get(index)?.assigned ?? 0);
      completed += Number(steps.get(index)?.completed ?? 0);
      return { at, assigned, completed, rate: trainingRate({ completed, open: assigned - completed }) };
    });
    const { rows } = await sql<{ department: string; due: string; overdue: string }>`
      select d.name as department, count(t.uid) filter (where t.due_at >= ${source.at}::timestamptz) as due,
             count(t.uid) filter (where t.due_at < ${source.at}::timestamptz) as overdue
      from read.department d
      left join read.user_department m on m.org_id = d.org_id and m.department_uid = d.uid
      left join read.training_record t on t.org_id = m.org_id and t.user_uid = m.user_uid and t.status = 'OPEN'
      group by d.org_id, d.uid, d.name, d.name_folded order by d.name_folded`.execute(db);
    const departments = rows.map(({ department, due, overdue }): DepartmentBar => ({
      department,
      due: Number(due),
      overdue: Number(overdue),
    }));
    return ok({ rates, departments, position: source.position, at: source.at, zone: source.zone });
  },
});

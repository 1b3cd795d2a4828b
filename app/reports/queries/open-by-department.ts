import { sql } from 'kysely';
import { inOrder } from '#app/kit/query/in-order.ts';
import type { Source } from '#app/reports/queries/source.ts';

export interface DepartmentBar {
  uid: string;
  department: string;
  /** Open records that are not due yet, and overdue ones. */
  due: number;
  overdue: number;
}

/** Open training by department, by name. A person counts in each of theirs, once for each record. */
export async function readOpenByDepartment({ db, at, table }: Source): Promise<DepartmentBar[]> {
  const { rows } = await sql<Record<'uid' | 'department' | 'due' | 'overdue', string>>`
    with person as materialized (
      select u.uid, c.due, c.overdue from ${table('user_account')} u
      cross join lateral (
        select count(*) filter (where t.due_at >= ${at}::timestamptz) as due,
               count(*) filter (where t.due_at < ${at}::timestamptz) as overdue
        from ${table('training_record')} t where t.org_id = u.org_id and t.user_uid = u.uid and t.status = 'OPEN'
      ) c
    )
    select d.uid, d.name as department, coalesce(sum(p.due), 0) as due, coalesce(sum(p.overdue), 0) as overdue
    from ${table('department')} d
    left join ${table('user_department')} m on m.org_id = d.org_id and m.department_uid = d.uid
    left join person p on p.uid = m.user_uid
    group by d.org_id, d.uid, d.name, d.name_folded order by ${inOrder('d.name_folded')}`.execute(db);
  return rows.map(({ uid, department, due, overdue }) => ({
    uid,
    department,
    due: Number(due),
    overdue: Number(overdue),
  }));
}

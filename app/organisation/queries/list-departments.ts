import { z } from 'zod';
import { sql } from 'kysely';
import { ok } from '#events/failures.ts';
import { inOrder } from '#app/kit/query/in-order.ts';
import { query } from '#app/kit/query/query.ts';

export interface DepartmentRow {
  uid: string;
  name: string;
  /** ACTIVE and INVITED members. */
  people: number;
}

/** Every department of the organisation by name, with how many people are in it. */
export const listDepartments = query({
  name: 'department.list',
  input: z.object({}),
  permission: 'department.list',
  cache: 'shared',
  async run(_, { db }) {
    const rows: DepartmentRow[] = await db
      .selectFrom('read.department as d')
      .leftJoin(
        db
          .selectFrom('read.user_department as m')
          .innerJoin('read.user_account as u', 'u.uid', 'm.user_uid')
          .where('u.status', '!=', 'INACTIVE')
          .select(['m.department_uid', sql<string>`count(*)`.as('people')])
          .groupBy('m.department_uid')
          .as('w'),
        'w.department_uid',
        'd.uid',
      )
      .select(['d.uid', 'd.name', sql<number>`coalesce(w.people, 0)::integer`.as('people')])
      .orderBy(inOrder('d.name_folded'))
      .execute();
    return ok(rows);
  },
});

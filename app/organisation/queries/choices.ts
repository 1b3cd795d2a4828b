import { sql } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { mayOwn } from '#events/permissions.ts';
import type { Role } from '#events/user/events.ts';
import { inOrder, readDepartments } from '#app/kit/query/in-order.ts';
import { query } from '#app/kit/query/query.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** The organisation's functional areas, by name; with `retired` also those that no new document gets. */
export const listAreas = query({
  name: 'document.areas',
  input: z.object({ retired: z.boolean().default(false) }),
  permission: 'functional_area.list',
  cache: 'shared',
  async run({ retired }, { db }) {
    const areas = await db
      .selectFrom('read.functional_area')
      .select('name')
      .$if(!retired, (all) => all.where('retired_at', 'is', null))
      .orderBy('name')
      .execute();
    return ok(areas.map(({ name }) => name));
  },
});

export interface ApproverOption {
  uid: string;
  name: string;
  role: Role;
  departments: string[];
}

/** Who may approve: ADMIN or AUTHOR, and ACTIVE; by name, with their departments. */
export const listApproverOptions = query({
  name: 'document.approver_options',
  input: z.object({}),
  permission: 'document.create',
  async run(_, { db }) {
    const people = await db
      .selectFrom('read.user_account as u')
      .select(['uid', nameApart('u').as('name'), 'role'])
      .where('role', 'in', ['ADMIN', 'AUTHOR'])
      .where('status', '=', 'ACTIVE')
      .orderBy('full_name_folded')
      .orderBy('uid')
      .execute();
    // The departments alone are put in order, which costs more than all that belong to them.
    const memberships = await db
      .selectFrom('read.user_department as m')
      .innerJoin(
        db
          .selectFrom('read.department')
          .select(['uid', 'name', sql<string>`row_number() over (order by ${inOrder('name_folded')})`.as('place')])
          .as('d'),
        'd.uid',
        'm.department_uid',
      )
      .select(['m.user_uid', 'd.name'])
      .orderBy('d.place')
      .execute();
    const departments = new Map(people.map(({ uid }): [string, string[]] => [uid, []]));
    for (const { user_uid: user, name } of memberships) departments.get(user)?.push(name);
    return ok(people.map((person): ApproverOption => ({ ...person, departments: departments.get(person.uid) ?? [] })));
  },
});

/** Who may own a document (`mayOwn`), by name. */
export const listOwnerOptions = query({
  name: 'document.owner_options',
  input: z.object({}),
  permission: 'document.manage_own',
  async run(_, { db }) {
    const people = await db
      .selectFrom('read.user_account as u')
      .select(['uid', nameApart('u').as('name'), 'role', 'status'])
      .where('status', '=', 'ACTIVE')
      .orderBy('full_name_folded')
      .orderBy('uid')
      .execute();
    return ok(people.filter(mayOwn));
  },
});

/** The organisation's departments, by name. */
export const listDepartments = query({
  name: 'document.departments',
  input: z.object({}),
  permission: 'department.list',
  cache: 'shared',
  async run(_, { db }) {
    return ok(await readDepartments(db));
  },
});

import { z } from 'zod';
import { sql, type Kysely } from 'kysely';
import { ok } from '#events/failures.ts';
import type { Database } from '#app/database/schema.ts';
import type { Role, UserStatus } from '#events/user/events.ts';
import { inOrder } from '#app/queries/department/in-order.ts';
import { pageNumber, rowsOf } from '#app/queries/document/paging.ts';
import { readRefusedEmails } from '#app/queries/email/refused.ts';
import { lockAt, type AccountLock } from '#app/queries/user/lock.ts';
import { query } from '#app/queries/query.ts';
import { nameApart } from '#app/queries/user/name-apart.ts';

export interface TeamMember {
  uid: string;
  name: string;
  email: string;
  role: Role;
  status: UserStatus;
  departments: string[];
  /** The latest e-mail (its template) that the receiving server refused for good. */
  refusedEmail: string | null;
  lock: AccountLock | null;
}

export interface TeamPage {
  members: TeamMember[];
  total: number;
  /** One-based; at most the last page. */
  page: number;
  /** Rows of a page. */
  size: number;
  active: number;
  deactivated: number;
}

const teamPageSize = 50;

const looking = z.object({
  show: z.enum(['active', 'deactivated']).catch('active'),
  department: z.uuid().nullable().catch(null),
  sort: z.enum(['name', 'role']).catch('name'),
  order: z.enum(['asc', 'desc']).catch('asc'),
  page: pageNumber,
});

/** The team by name or role: active and invited people, or deactivated ones; of one department or all. */
export const listTeam = query({
  name: 'user.list',
  input: looking,
  permission: 'team.view',
  async run(input, { db, now }) {
    const { people, at, active, deactivated } = await readPeople(db, input, now);
    const refused = await readRefusedEmails(db, { users: people.map(({ uid }) => uid) });
    return ok<TeamPage>({
      members: people.map((member) => ({
        ...member,
        refusedEmail: refused.find(({ to }) => to.uid === member.uid)?.template ?? null,
      })),
      total: input.show === 'active' ? active : deactivated,
      ...at,
      active,
      deactivated,
    });
  },
});

async function readPeople(
  db: Kysely<Database>,
  { show, department, sort, order, page }: z.output<typeof looking>,
  now: string,
) {
  let people = db.selectFrom('read.user_account as u');
  if (department) {
    people = people.where((eb) =>
      eb.exists(
        eb
          .selectFrom('read.user_department as w')
          .select('w.user_uid')
          .whereRef('w.user_uid', '=', 'u.uid')
          .where('w.department_uid', '=', department),
      ),
    );
  }
  const counts = await people
    .select([
      sql<string>`count(*) filter (where u.status <> 'INACTIVE')`.as('active'),
      sql<string>`count(*) filter (where u.status = 'INACTIVE')`.as('deactivated'),
    ])
    .executeTakeFirstOrThrow();
  const total = Number(show === 'active' ? counts.active : counts.deactivated);
  const { offset, ...at } = rowsOf(page, total, teamPageSize);
  // The specification's order of roles; SUPER_ADMIN counts as an admin.
  const rank = sql<number>`case u.role when 'SUPER_ADMIN' then 0 when 'ADMIN' then 0 when 'AUTHOR' then 1 else 2 end`;
  const shown = people
    .select(['u.uid', 'u.full_name', 'u.full_name_folded', 'u.email', 'u.role', 'u.status'])
    .select(['u.locked_until', 'u.awaits_unlock_since'])
    .where('u.status', show === 'active' ? '!=' : '=', 'INACTIVE')
    .$if(sort === 'role', (rows) => rows.orderBy(rank, order))
    .orderBy('u.full_name_folded', sort === 'name' ? order : 'asc')
    .orderBy('u.uid')
    .limit(at.size)
    .offset(offset);
  // Departments are joined to the page only, not to all rows before it.
  const found = await db
    .selectFrom(shown.as('u'))
    .select((eb) => [
      'u.uid',
      nameApart('u').as('full_name'),
      'u.email',
      'u.role',
      'u.status',
      'u.locked_until',
      'u.awaits_unlock_since',
      eb
        .selectFrom('read.user_department as m')
        .innerJoin('read.department as d', 'd.uid', 'm.department_uid')
        .whereRef('m.user_uid', '=', 'u.uid')
        .select(sql<string[]>`coalesce(array_agg(d.name order by ${inOrder('d.name_folded')}), '{}')`.as('names'))
        .as('departments'),
    ])
    .$if(sort === 'role', (rows) => rows.orderBy(rank, order))
    .orderBy('u.full_name_folded', sort === 'name' ? order : 'asc')
    .orderBy('u.uid')
    .execute();
  return {
    people: found.map(({ full_name: name, departments, locked_until, awaits_unlock_since, ...member }) => ({
      ...member,
      lock: lockAt({ locked_until, awaits_unlock_since }, now),
      name,
      departments: departments ?? [],
    })),
    at,
    active: Number(counts.active),
    deactivated: Number(counts.deactivated),
  };
}

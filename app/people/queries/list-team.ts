import { z } from 'zod';
import { sql, type Kysely } from 'kysely';
import { ok } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import type { Role, UserStatus } from '#events/user/events.ts';
import { inOrder } from '#app/kit/query/in-order.ts';
import { pageNumber, rowsOf } from '#app/kit/query/paging.ts';
import { readRefusedEmails } from '#app/kit/email/refused/list.ts';
import { lockAt, type AccountLock } from '#app/kit/people/lock.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { readAbsent } from '#app/kit/people/absences.ts';
import { query } from '#app/kit/query/query.ts';
import { teamRoles, teamShows, type TeamShow } from '#app/people/queries/team-filters.ts';
import { personNamed } from '#app/people/queries/person-named.ts';
import { searchWords } from '#app/kit/query/search-words.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

export interface TeamMember {
  uid: string;
  name: string;
  email: string;
  role: Role;
  status: UserStatus;
  departments: string[];
  /** The number of training records. */
  training: { open: number; overdue: number; completed: number };
  /** The latest email (its template) that the receiving server refused for good. */
  refusedEmail: string | null;
  lock: AccountLock | null;
  /** The last day of today's absence. */
  absentUntil: string | null;
}

export interface TeamPage {
  members: TeamMember[];
  total: number;
  /** One-based; at most the last page. */
  page: number;
  /** Rows of a page. */
  size: number;
  counts: Record<TeamShow, number>;
}

const teamPageSize = 50;

const looking = z.object({
  q: searchWords.default(''),
  show: z.enum(teamShows).catch('active'),
  department: z.uuid().nullable().catch(null),
  role: z.enum(teamRoles).nullable().default(null),
  sort: z.enum(['name', 'role']).catch('name'),
  order: z.enum(['asc', 'desc']).catch('asc'),
  page: pageNumber,
});

const statuses = {
  active: ['ACTIVE', 'INVITED'],
  invited: ['INVITED'],
  deactivated: ['INACTIVE'],
} as const satisfies Record<TeamShow, UserStatus[]>;

/** The team by name or role: active and invited people, or deactivated ones; found by words and filtered. */
export const listTeam = query({
  name: 'user.list',
  input: looking,
  permission: 'team.view',
  async run(input, context) {
    const { db, now } = context;
    const { people, at, counts } = await readPeople(db, input, now);
    const refused = await readRefusedEmails(db, { users: people.map(({ uid }) => uid) });
    const absent = await readAbsent(
      db,
      people.map(({ uid }) => uid),
      todayOf(context),
    );
    return ok<TeamPage>({
      members: people.map((member) => ({
        ...member,
        absentUntil: absent.get(member.uid)?.until ?? null,
        refusedEmail: refused.find(({ to }) => to.uid === member.uid)?.template ?? null,
      })),
      total: counts[input.show],
      ...at,
      counts,
    });
  },
});

async function readPeople(
  db: Kysely<Database>,
  { q, show, department, role, sort, order, page }: z.output<typeof looking>,
  now: Instant,
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
  if (q !== '') people = people.where(personNamed(q));
  if (role) people = people.where('u.role', 'in', role === 'ADMIN' ? ['ADMIN', 'SUPER_ADMIN'] : [role]);
  const counts = await people
    .select([
      sql<number>`(count(*) filter (where u.status <> 'INACTIVE'))::integer`.as('active'),
      sql<number>`(count(*) filter (where u.status = 'INVITED'))::integer`.as('invited'),
      sql<number>`(count(*) filter (where u.status = 'INACTIVE'))::integer`.as('deactivated'),
    ])
    .executeTakeFirstOrThrow();
  const { offset, ...at } = rowsOf(page, counts[show], teamPageSize);
  // The specification's order of roles; SUPER_ADMIN counts as an admin.
  const rank = sql<number>`case u.role when 'SUPER_ADMIN' then 0 when 'ADMIN' then 0 when 'AUTHOR' then 1 else 2 end`;
  const shown = people
    .select(['u.uid', 'u.full_name', 'u.full_name_folded', 'u.email', 'u.role', 'u.status'])
    .select(['u.locked_until', 'u.awaits_unlock_since'])
    .where('u.status', 'in', statuses[show])
    .$if(sort === 'role', (rows) => rows.orderBy(rank, order))
    .orderBy('u.full_name_folded', sort === 'name' ? order : 'asc')
    .orderBy('u.uid')
    .limit(at.size)
    .offset(offset);
  // Departments are joined to the page only, not to all rows before it.
  const found = await db
    .selectFrom(shown.as('u'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('read.training_record as r')
          .whereRef('r.user_uid', '=', 'u.uid')
          .select([
            sql<number>`(count(*) filter (where r.status = 'OPEN'))::integer`.as('open'),
            sql<number>`(count(*) filter (where r.status = 'OPEN' and r.due_at < ${now}))::integer`.as('overdue'),
            sql<number>`(count(*) filter (where r.status = 'COMPLETED'))::integer`.as('completed'),
          ])
          .as('training'),
      (join) => join.onTrue(),
    )
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
      'training.open',
      'training.overdue',
      'training.completed',
    ])
    .$if(sort === 'role', (rows) => rows.orderBy(rank, order))
    .orderBy('u.full_name_folded', sort === 'name' ? order : 'asc')
    .orderBy('u.uid')
    .execute();
  return {
    people: found.map(({ full_name: name, departments, locked_until, awaits_unlock_since, ...row }) => {
      const { open, overdue, completed, ...member } = row;
      return {
        ...member,
        training: { open, overdue, completed },
        lock: lockAt({ locked_until, awaits_unlock_since }, now),
        name,
        departments: departments ?? [],
      };
    }),
    at,
    counts,
  };
}

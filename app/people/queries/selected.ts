import { sql } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { addHours } from '#events/time.ts';
import type { Role, UserStatus } from '#events/user/events.ts';
import { inOrder } from '#app/kit/query/in-order.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';
import { query } from '#app/kit/query/query.ts';

/** A person who was selected for an act. */
export interface SelectedPerson {
  uid: string;
  name: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  status: UserStatus;
  departments: { uid: string; name: string }[];
  /** The number of open training records, and of those that nobody reminded the person of within a day. */
  open: number;
  remindable: number;
}

/** Most people of one act. */
export const mostSelected = 100;

/** These people of the organisation, by name; others are left out. */
export const selectedPeople = query({
  name: 'user.selected',
  input: z.object({ users: z.array(z.uuid()).max(mostSelected) }),
  permission: 'team.view',
  async run({ users }, { db, now }) {
    if (users.length === 0) return ok<SelectedPerson[]>([]);
    const people = await db
      .selectFrom('read.user_account as u')
      .select(['u.uid', nameApart('u').as('name'), 'u.first_name as firstName', 'u.last_name as lastName'])
      .select(['u.email', 'u.role', 'u.status'])
      .select((eb) => [
        eb
          .selectFrom('read.user_department as m')
          .innerJoin('read.department as d', 'd.uid', 'm.department_uid')
          .whereRef('m.user_uid', '=', 'u.uid')
          .select(
            sql<SelectedPerson['departments']>`coalesce(json_agg(json_build_object('uid', d.uid, 'name', d.name)
              order by ${inOrder('d.name_folded')}), '[]')`.as('departments'),
          )
          .as('departments'),
      ])
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('read.training_record as r')
            .whereRef('r.user_uid', '=', 'u.uid')
            .where('r.status', '=', 'OPEN')
            .select(sql<number>`count(*)::integer`.as('open'))
            .select(
              sql<number>`(count(*) filter (
          where r.reminded_at is null or r.reminded_at <= ${addHours(now, -24)}))::integer`.as('remindable'),
            )
            .as('training'),
        (join) => join.onTrue(),
      )
      .select(['training.open', 'training.remindable'])
      .where('u.uid', 'in', [...users])
      .orderBy('u.full_name_folded')
      .orderBy('u.uid')
      .execute();
    return ok<SelectedPerson[]>(
      people.map(({ departments, ...person }) => ({ ...person, departments: departments ?? [] })),
    );
  },
});

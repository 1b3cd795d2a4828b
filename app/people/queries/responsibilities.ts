import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { sql } from 'kysely';
import type { Named } from '#events/common.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';
import { inOrder } from '#app/kit/query/in-order.ts';
import { readOnlyHeldBy } from '#app/people/queries/functions/of-person.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { query } from '#app/kit/query/query.ts';

/** A document that a person leaves open. */
export interface LeftDocument {
  document: string;
  name: string;
}

/** What a deactivated person leaves: open approvals, own documents, departments and functions with nobody else. */
export interface Responsibilities {
  approvals: (LeftDocument & { approval: string })[];
  /** `draft`: not yet sent for review. */
  owned: (LeftDocument & { draft: boolean })[];
  departments: Named[];
  /** Those that nobody else holds today. */
  functions: Named[];
}

/** What a person would leave open or without an owner. */
export const listResponsibilities = query({
  name: 'user.responsibilities',
  input: z.object({ user: z.uuid() }),
  permission: 'user.deactivate',
  async run({ user }, context) {
    const { db } = context;
    const approvals = await db
      .selectFrom('read.approval as a')
      .innerJoin('read.document as d', 'd.uid', 'a.document_uid')
      .select(['a.uid as approval', 'd.uid as document', 'd.name'])
      .where('a.user_uid', '=', user)
      .where('a.status', '=', 'OPEN')
      .orderBy('d.name_folded')
      .execute();
    const owned = await db
      .selectFrom('read.document')
      .select(['uid as document', 'name', 'status'])
      .where('owner_uid', '=', user)
      .where('status', '<>', 'RETIRED')
      .orderBy('name_folded')
      .execute();
    const departments = await db
      .selectFrom('read.user_department as m')
      .innerJoin('read.department as d', 'd.uid', 'm.department_uid')
      .select(['d.uid', 'd.name'])
      .where('m.user_uid', '=', user)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('read.user_department as other')
              .innerJoin('read.user_account as u', 'u.uid', 'other.user_uid')
              .select(sql`1`.as('one'))
              .whereRef('other.department_uid', '=', 'm.department_uid')
              .where('other.user_uid', '<>', user)
              .where('u.status', '<>', 'INACTIVE'),
          ),
        ),
      )
      .orderBy(inOrder('d.name_folded'))
      .execute();
    return ok<Responsibilities>({
      approvals,
      owned: owned.map(({ status, ...document }) => ({ ...document, draft: status === 'CREATED' })),
      departments,
      functions: await readOnlyHeldBy(db, user, todayOf(context)),
    });
  },
});

/** Who may join a department, by name. */
export const listMemberOptions = query({
  name: 'user.member_options',
  input: z.object({}),
  permission: 'user.deactivate',
  async run(_, { db }) {
    const people = await db
      .selectFrom('read.user_account as u')
      .select(['uid', nameApart('u').as('name'), 'role'])
      .where('status', '<>', 'INACTIVE')
      .orderBy('full_name_folded')
      .orderBy('uid')
      .execute();
    return ok(people);
  },
});

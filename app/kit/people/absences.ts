import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Named } from '#events/common.ts';
import { ok, refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { query } from '#app/kit/query/query.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** Days on which a person is away, both included: `2026-03-04`. */
export interface AbsenceRow {
  uid: string;
  user: Named;
  deputy: Named;
  from: string;
  until: string;
  /** It has begun. */
  now: boolean;
}

/** Absences that are not over, the next first. */
const readAbsences = (db: Kysely<Database>, today: string) =>
  db
    .selectFrom('read.absence as a')
    .innerJoin('read.user_account as u', 'u.uid', 'a.user_uid')
    .innerJoin('read.user_account as d', 'd.uid', 'a.deputy_uid')
    .select(['a.uid', 'a.from_day', 'a.until_day', 'a.user_uid', 'a.deputy_uid'])
    .select([nameApart('u').as('user_name'), nameApart('d').as('deputy_name')])
    .where('a.ended_at', 'is', null)
    .where('a.until_day', '>=', today)
    .orderBy('a.from_day')
    .orderBy('a.uid');

type Read = Awaited<ReturnType<ReturnType<typeof readAbsences>['execute']>>[number];

const toAbsence = (row: Read, today: string): AbsenceRow => ({
  uid: row.uid,
  user: { uid: row.user_uid, name: row.user_name },
  deputy: { uid: row.deputy_uid, name: row.deputy_name },
  from: row.from_day,
  until: row.until_day,
  now: row.from_day <= today,
});

/** Those of these people (uids) who are absent today, with the name of the deputy. */
export async function readAbsent(
  db: Kysely<Database>,
  users: readonly string[],
  today: string,
): Promise<Map<string, { from: string; until: string; deputy: string }>> {
  if (users.length === 0) return new Map();
  const rows = await readAbsences(db, today)
    .where('a.user_uid', 'in', [...users])
    .where('a.from_day', '<=', today)
    .execute();
  return new Map(
    rows.map((row) => [row.user_uid, { from: row.from_day, until: row.until_day, deputy: row.deputy_name }]),
  );
}

/** The uids of those who declare absences: active people who approve. */
export const readApprovers = async (db: Kysely<Database>): Promise<string[]> => {
  const rows = await db
    .selectFrom('read.user_account')
    .select('uid')
    .where('status', '=', 'ACTIVE')
    .where('role', '<>', 'EMPLOYEE')
    .execute();
  return rows.map(({ uid }) => uid);
};

/** The absences that are not over in which a person is the deputy. */
export const readStandsIn = async (db: Kysely<Database>, deputy: string, today: string) =>
  (await readAbsences(db, today).where('a.deputy_uid', '=', deputy).execute()).map((row) => ({
    name: row.user_name,
    from: row.from_day,
    until: row.until_day,
  }));

/**
 * The absences of a person that are not over, and those in which the person is the deputy: one's own, or anybody's for
 * an admin.
 */
export const listAbsences = query({
  name: 'absence.list',
  input: z.object({ user: z.uuid() }),
  permission: 'absence.declare_own',
  async run({ user }, context) {
    const { db, viewer } = context;
    if (user !== viewer.uid && !roleMay(viewer.role, 'absence.declare_any')) return refuse('not_allowed');
    const person = await db.selectFrom('read.user_account').select('uid').where('uid', '=', user).executeTakeFirst();
    if (!person) return refuse('not_found');
    const today = todayOf(context);
    const rows = await readAbsences(db, today)
      .where((eb) => eb.or([eb('a.user_uid', '=', user), eb('a.deputy_uid', '=', user)]))
      .execute();
    const all = rows.map((row) => toAbsence(row, today));
    return ok({
      own: all.filter((one) => one.user.uid === user),
      standsIn: all.filter((one) => one.deputy.uid === user),
    });
  },
});

export interface DeputyOption {
  uid: string;
  name: string;
  functions: string[];
}

/**
 * Whom the viewer may name as the deputy of a person: who may approve, by name, with the functions that they hold
 * today. Nobody names themselves.
 */
export const listDeputyOptions = query({
  name: 'absence.deputy_options',
  input: z.object({ user: z.uuid() }),
  permission: 'absence.declare_own',
  async run({ user }, context) {
    const { db, viewer } = context;
    const today = todayOf(context);
    const people = await db
      .selectFrom('read.user_account as u')
      .select((eb) => [
        'u.uid',
        nameApart('u').as('name'),
        eb
          .selectFrom('read.function_grant as g')
          .innerJoin('read.function as f', 'f.uid', 'g.function_uid')
          .select((of) => of.fn<string[]>('array_agg', ['f.name']).as('names'))
          .whereRef('g.user_uid', '=', 'u.uid')
          .where('g.from_day', '<=', today)
          .where((of) => of.or([of('g.until_day', 'is', null), of('g.until_day', '>=', today)]))
          .as('functions'),
      ])
      .where('u.role', 'in', ['ADMIN', 'AUTHOR'])
      .where('u.status', '=', 'ACTIVE')
      .where('u.uid', 'not in', [user, viewer.uid])
      .orderBy('u.full_name_folded')
      .orderBy('u.uid')
      .execute();
    return ok(
      people.map(({ functions, ...one }): DeputyOption => ({ ...one, functions: functions?.toSorted() ?? [] })),
    );
  },
});

import type { Kysely } from 'kysely';
import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import type { UserStatus } from '#events/user/events.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { groupBy } from '#app/kit/query/group-by.ts';
import { query } from '#app/kit/query/query.ts';
import { readStreamVersion } from '#app/kit/query/stream.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** Who holds a function, or will hold it. Days: `2026-03-04`, both included. */
export interface Holder {
  user: string;
  name: string;
  status: UserStatus;
  from: string;
  until: string | null;
  /** The first day is still to come. */
  later: boolean;
  /** The last day of the absence that the person is in. */
  absentUntil: string | null;
}

export interface FunctionRow {
  uid: string;
  name: string;
  retired: boolean;
  holders: Holder[];
}

/** Those whose last day is not past, by name. */
const readHolders = (db: Kysely<Database>, today: string) =>
  db
    .selectFrom('read.function_grant as g')
    .innerJoin('read.user_account as u', 'u.uid', 'g.user_uid')
    .leftJoin('read.absence as a', (join) =>
      join
        .onRef('a.user_uid', '=', 'g.user_uid')
        .on('a.ended_at', 'is', null)
        .on('a.from_day', '<=', today)
        .on('a.until_day', '>=', today),
    )
    .select(['g.function_uid', 'u.uid', nameApart('u').as('name'), 'u.status', 'g.from_day', 'g.until_day'])
    .select('a.until_day as absent_until')
    .where((eb) => eb.or([eb('g.until_day', 'is', null), eb('g.until_day', '>=', today)]))
    .orderBy('u.full_name_folded')
    .orderBy('u.uid');

/** Every function by name, with who holds it. */
export const listFunctions = query({
  name: 'function.list',
  input: z.object({}),
  permission: 'function.list',
  async run(_, context) {
    const { db } = context;
    const today = todayOf(context);
    const functions = await db.selectFrom('read.function').selectAll().orderBy('name').execute();
    const holders = groupBy(await readHolders(db, today).execute(), (row) => row.function_uid);
    return ok(
      functions.map(({ uid, name, retired_at }): FunctionRow => ({
        uid,
        name,
        retired: retired_at !== null,
        holders: (holders.get(uid) ?? []).map((row) => ({
          user: row.uid,
          name: row.name,
          status: row.status,
          from: row.from_day,
          until: row.until_day,
          later: row.from_day > today,
          absentUntil: row.absent_until,
        })),
      })),
    );
  },
});

/** One function, with the version of its stream. */
export const getFunction = query({
  name: 'function.get',
  input: z.object({ function: z.uuid() }),
  permission: 'function.edit',
  async run({ function: uid }, { db }) {
    const found = await db.selectFrom('read.function').selectAll().where('uid', '=', uid).executeTakeFirst();
    if (!found) return refuse('not_found');
    const { name, retired_at } = found;
    return ok({
      uid,
      name,
      retired: retired_at !== null,
      streamVersion: await readStreamVersion(db, streams.function(uid)),
    });
  },
});

import { sql, type Kysely } from 'kysely';
import type { Named } from '#events/common.ts';
import type { Database } from '#app/adapters/database/schema.ts';

/**
 * The functions that `user` holds today, and of which `other` would be the only able holder without them. Whose grant
 * ends is no further holder: the next day `other` is the only one.
 */
export async function readHeldAlone(
  db: Kysely<Database>,
  { user, other, today }: { user: string; other: string; today: string },
): Promise<Named[]> {
  const held = db
    .selectFrom('read.function_grant as g')
    .innerJoin('read.user_account as u', 'u.uid', 'g.user_uid')
    .where('u.status', '=', 'ACTIVE')
    .where('u.role', 'in', ['ADMIN', 'AUTHOR'])
    .where('g.from_day', '<=', today)
    .where((eb) => eb.or([eb('g.until_day', 'is', null), eb('g.until_day', '>=', today)]));
  return held
    .innerJoin('read.function as f', 'f.uid', 'g.function_uid')
    .groupBy(['f.uid', 'f.name'])
    .having(sql<boolean>`array_agg(distinct g.user_uid::text) @> array[${user}, ${other}]::text[]`)
    .having(
      sql<boolean>`count(distinct g.user_uid) filter (
        where g.until_day is null or g.user_uid::text in (${user}, ${other})
      ) = 2`,
    )
    .select(['f.uid', 'f.name'])
    .orderBy('f.name')
    .execute();
}

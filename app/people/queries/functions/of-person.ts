import type { Kysely } from 'kysely';
import type { Named } from '#events/common.ts';
import type { Database } from '#app/adapters/database/schema.ts';

/** A function that a person holds, or will hold. */
export interface HeldFunction {
  uid: string;
  name: string;
  from: string;
  until: string | null;
  later: boolean;
}

/** The functions of a person whose last day is not past, by name. */
export async function readFunctionsOf(db: Kysely<Database>, user: string, today: string): Promise<HeldFunction[]> {
  const rows = await db
    .selectFrom('read.function_grant as g')
    .innerJoin('read.function as f', 'f.uid', 'g.function_uid')
    .select(['f.uid', 'f.name', 'g.from_day as from', 'g.until_day as until'])
    .where('g.user_uid', '=', user)
    .where((eb) => eb.or([eb('g.until_day', 'is', null), eb('g.until_day', '>=', today)]))
    .orderBy('f.name')
    .execute();
  return rows.map((row) => ({ ...row, later: row.from > today }));
}

/** The functions that this person holds on a day, and no other active person does; by name. */
export const readOnlyHeldBy = (db: Kysely<Database>, user: string, day: string): Promise<Named[]> =>
  db
    .selectFrom('read.function_grant as g')
    .innerJoin('read.function as f', 'f.uid', 'g.function_uid')
    .select(['f.uid', 'f.name'])
    .where('g.user_uid', '=', user)
    .where('f.retired_at', 'is', null)
    .where('g.from_day', '<=', day)
    .where((eb) => eb.or([eb('g.until_day', 'is', null), eb('g.until_day', '>=', day)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('read.function_grant as other')
            .innerJoin('read.user_account as u', 'u.uid', 'other.user_uid')
            .select('u.uid')
            .whereRef('other.function_uid', '=', 'g.function_uid')
            .where('other.user_uid', '<>', user)
            .where('other.from_day', '<=', day)
            .where((of) => of.or([of('other.until_day', 'is', null), of('other.until_day', '>=', day)]))
            .where('u.status', '=', 'ACTIVE'),
        ),
      ),
    )
    .orderBy('f.name')
    .execute();

import type { Kysely } from 'kysely';
import type { Database } from '#app/database/schema.ts';

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

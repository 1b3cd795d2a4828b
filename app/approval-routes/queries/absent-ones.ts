import type { Kysely } from 'kysely';
import type { Database } from '#app/adapters/database/schema.ts';

/** Those who are absent today and named this person as their deputy, each with the last day. */
export async function readAbsentOnes(
  db: Kysely<Database>,
  deputy: string,
  today: string,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('read.absence')
    .select(['user_uid', 'until_day'])
    .where('deputy_uid', '=', deputy)
    .where('ended_at', 'is', null)
    .where('from_day', '<=', today)
    .where('until_day', '>=', today)
    .execute();
  return new Map(rows.map(({ user_uid, until_day }) => [user_uid, until_day]));
}

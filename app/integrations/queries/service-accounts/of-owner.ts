import type { Kysely } from 'kysely';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';

/** The names of the service accounts that a person answers for and that have not ended at a moment. */
export async function accountsOf(db: Kysely<Database>, owner: string, at: Instant): Promise<string[]> {
  const rows = await db
    .selectFrom('read.service_account')
    .select('name')
    .where('owner_uid', '=', owner)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

import { type Kysely, sql } from 'kysely';
import type { Database } from '#app/database/schema.ts';

/** Letters that open an account. */
const opening = ['invitation', 'reactivation'];

/**
 * People whose latest letter with a code was refused by the receiving side for good, with its words. `users`: uids;
 * those whom a later letter reached are not among them.
 */
export async function undeliveredInvitations(
  db: Kysely<Database>,
  users: readonly string[],
): Promise<Map<string, string>> {
  if (users.length === 0) return new Map();
  const rows = await db
    .selectFrom('identity.mail_sent')
    .distinctOn('to_user')
    .select(['to_user', 'refusal'])
    .where('to_user', 'in', [...users])
    .where('template', 'in', opening)
    .orderBy('to_user')
    // A key begins with the position of the event that asked for the letter.
    .orderBy(sql`split_part(key, '/', 1)::bigint`, 'desc')
    .execute();
  return new Map(rows.flatMap(({ to_user: user, refusal }) => (user && refusal ? [[user, refusal] as const] : [])));
}

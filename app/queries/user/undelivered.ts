import { type Kysely, sql } from 'kysely';
import type { Database } from '#app/database/schema.ts';

/** E-mails that open an account. */
const opening = ['invitation', 'reactivation'];

/** People (of `users`, uids) whose latest e-mail with a code was rejected for good, with the mail server's words. */
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
    // A key begins with the position of the event that asked for the e-mail.
    .orderBy(sql`split_part(key, '/', 1)::bigint`, 'desc')
    .execute();
  return new Map(rows.flatMap(({ to_user: user, refusal }) => (user && refusal ? [[user, refusal] as const] : [])));
}

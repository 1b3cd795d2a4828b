import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { query } from '#app/kit/query/query.ts';

/** A passkey of the viewer. */
export interface OwnPasskey {
  uid: string;
  name: string;
  enrolledAt: Instant;
}

/** Also those that were removed. */
const passkeysOf = (db: Kysely<Database>, user: string) =>
  db
    .selectFrom('read.authenticator')
    .select(['uid', sql<string>`coalesce(model, 'Passkey')`.as('name'), 'enrolled_at as enrolledAt'])
    .where('user_uid', '=', user)
    .where('kind', '=', 'passkey')
    .orderBy('enrolled_at')
    .orderBy('uid');

/** The viewer's passkeys, the oldest first. */
export const ownPasskeys = query({
  name: 'user.passkeys',
  input: z.object({}),
  permission: 'signed-in',
  run: async (_input, { db, viewer }) =>
    ok<OwnPasskey[]>(await passkeysOf(db, viewer.uid).where('revoked_at', 'is', null).execute()),
});

/** One of them, also where it was removed. Refuses `not_found`. */
export const ownPasskey = query({
  name: 'user.passkey',
  input: z.object({ authenticator: z.uuid() }),
  permission: 'signed-in',
  async run({ authenticator }, { db, viewer }) {
    const found = await passkeysOf(db, viewer.uid).where('uid', '=', authenticator).executeTakeFirst();
    return found ? ok<OwnPasskey>(found) : refuse('not_found');
  },
});

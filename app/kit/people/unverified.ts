import type { Kysely } from 'kysely';
import { controlsOf } from '#events/organisation/controls.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

/** Whether the organisation verifies identities, and nobody has verified this person's (21 CFR 11.100(b)). */
export async function isUnverified(
  db: Kysely<Database>,
  { uid, settings }: Pick<Viewer, 'uid' | 'settings'>,
): Promise<boolean> {
  if (!controlsOf(settings).identityVerified) return false;
  const row = await db.selectFrom('read.user_account').select('identity_how').where('uid', '=', uid).executeTakeFirst();
  return row?.identity_how == null;
}

import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { controlsOf } from '#events/organisation/controls.ts';
import { query } from '#app/kit/query/query.ts';

/** Whether the viewer cannot sign because nobody has verified their identity (21 CFR 11.100(b)). */
export const identityMissing = query({
  name: 'user.identity_missing',
  input: z.object({}),
  permission: 'signed-in',
  async run(_, { db, viewer }) {
    if (!controlsOf(viewer.settings).identityVerified) return ok(false);
    const row = await db
      .selectFrom('read.user_account')
      .select('identity_how')
      .where('uid', '=', viewer.uid)
      .executeTakeFirst();
    return ok(row?.identity_how == null);
  },
});

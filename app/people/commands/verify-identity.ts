import type { Kysely } from 'kysely';
import { z } from 'zod';
import * as rules from '#events/user/decide/edit.ts';
import { identityHow } from '#events/user/events.ts';
import { texts } from '#events/texts.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { isUnverified } from '#app/kit/people/unverified.ts';
import { fullName } from '#app/kit/query/viewer.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { changeUser } from '#app/people/commands/change-user.ts';

/** The ways in which an admin verifies who somebody is. */
export const identityForm = z.object({
  how: identityHow.exclude(['set_up'], { error: ({ input }) => (input ? texts.invalid : texts.required) }),
});

/** The uids of all service accounts of which somebody is the owner, ended ones too. */
async function readPrograms(db: Kysely<Database>, owner: string): Promise<string[]> {
  const rows = await db.selectFrom('read.service_account').select('uid').where('owner_uid', '=', owner).execute();
  return rows.map(({ uid }) => uid);
}

/** Records how a person's identity was verified (21 CFR 11.100(b)). */
export const verifyIdentity = personalCommand({
  name: 'user.verify-identity',
  input: identityForm.extend({ user: sentUid(), ...expectedVersionInput }),
  permission: 'user.verify_identity',
  run: ({ user, how, expectedVersion }, context) =>
    changeUser(context, { user, expectedVersion }, async (state, { principal, now }) => {
      const { viewer } = context;
      const { programs, byUnverified } = await context.ports.database.read(context.org, async (db) => ({
        programs: await readPrograms(db, viewer.uid),
        byUnverified: await isUnverified(db, viewer),
      }));
      return {
        decision: rules.verifyIdentity({ principal, now, how, programs, byUnverified }, state),
        answer: { user, name: fullName(state) },
      };
    }),
});

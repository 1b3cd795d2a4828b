import { z } from 'zod';
import { ok, refuse, type Result } from '#events/failures.ts';
import { personalCommand, type SignedInContext } from '#app/commands/command.ts';
import { signOut } from '#app/commands/identity/sign-out.ts';
import { sentUid } from '#app/forms/sent-uid.ts';

/** Refuses where the person named is not the one whose session it is; a person of another organisation is not there. */
async function own(user: string, { ports, org, viewer }: SignedInContext): Promise<Result<{ user: string }>> {
  if (user === viewer.uid) return ok({ user });
  const there = await ports.database.read(org, (db) =>
    db.selectFrom('read.user_account').select('uid').where('uid', '=', user).executeTakeFirst(),
  );
  return refuse(there ? 'not_allowed' : 'not_found');
}

/**
 * What a client of the specification tells after a sign-in and after a change of password. Both were recorded when they happened, by the
 * product itself: this only holds whom the session belongs to against whom the client takes it for.
 */
export const tellOwn = personalCommand({
  name: 'identity.tell-own',
  input: z.object({ user: sentUid() }),
  permission: 'signed-in',
  run: ({ user }, context) => own(user, context),
});

/** Ends the session that the call came with, of the person named. */
export const signOutOwn = personalCommand({
  name: 'identity.sign-out-own',
  input: z.object({ user: sentUid(), token: z.string() }),
  permission: 'signed-in',
  async run({ user, token }, context) {
    const mine = await own(user, context);
    return mine.ok ? signOut.run({ token }, context) : mine;
  },
});

import { z } from 'zod';
import type { E } from '#events/catalogue.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { personalCommand, type CommandContext, type SignedInContext } from '#app/commands/command.ts';
import { recordAccess } from '#app/commands/identity/access.ts';
import { sentUid } from '#app/forms/sent-uid.ts';

type Because = E<'SessionsEnded'>['data']['because'];

/** Ends every session of a person, and records how many there were. */
export async function endAllSessions(context: CommandContext, user: string, because: Because): Promise<number> {
  const count = await context.ports.identity.sessions.endAll({ org: context.org, user });
  await recordEnded(context, user, because, count);
  return count;
}

/** Records that so many sessions of a person have ended; nothing where there were none. */
export async function recordEnded(context: CommandContext, user: string, because: Because, count: number) {
  if (count > 0) await recordAccess(context, user, [{ type: 'SessionsEnded', data: { user, because, count } }]);
}

/** Ends the session that this request came with. Ending it twice is no error. */
export const signOut = personalCommand({
  name: 'identity.sign-out',
  input: z.object({ token: z.string() }),
  permission: 'signed-in',
  async run({ token }, context) {
    const { ports, now } = context;
    const ended = await ports.identity.sessions.end(token, now);
    if (ended) await recordSignOut(context, ended.publicId);
    return ok(null);
  },
});

/** Ends all of one's own sessions, this one too. */
export const signOutEverywhere = personalCommand({
  name: 'identity.sign-out-everywhere',
  input: z.object({}),
  permission: 'signed-in',
  run: async (_, context) => ok({ count: await endAllSessions(context, context.viewer.uid, 'signed_out_everywhere') }),
});

/**
 * Ends one of one's own sessions by its public id: in another browser, or of a program. One that is over already is no
 * error.
 */
export const endOwnSession = personalCommand({
  name: 'identity.end-own-session',
  input: z.object({ session: z.string().regex(/^[0-9a-f]{64}$/, texts.invalid) }),
  permission: 'signed-in',
  async run({ session }, context) {
    const { ports, org, viewer } = context;
    const ended = await ports.identity.sessions.endOne({ org, user: viewer.uid, publicId: session });
    if (ended) await recordSignOut(context, session);
    return ok(null);
  },
});

const recordSignOut = (context: SignedInContext, session: string): Promise<void> =>
  recordAccess(context, context.viewer.uid, [{ type: 'UserSignedOut', data: { user: context.viewer.uid, session } }]);

/** Refuses where the person named is not the one whose session it is; a person of another organisation is not there. */
async function checkOwn(user: string, { ports, org, viewer }: SignedInContext): Promise<Result<{ user: string }>> {
  if (user === viewer.uid) return ok({ user });
  const there = await ports.database.read(org, (db) =>
    db.selectFrom('read.user_account').select('uid').where('uid', '=', user).executeTakeFirst(),
  );
  return refuse(there ? 'not_allowed' : 'not_found');
}

/**
 * A client of the specification reports a sign-in and a change of password. The product recorded both when they
 * happened, so this only checks that the session belongs to the person whom the client names.
 */
export const acknowledgeOwn = personalCommand({
  name: 'identity.acknowledge-own',
  input: z.object({ user: sentUid() }),
  permission: 'signed-in',
  run: ({ user }, context) => checkOwn(user, context),
});

/** Ends the session that the call came with, of the person named. */
export const signOutOwn = personalCommand({
  name: 'identity.sign-out-own',
  input: z.object({ user: sentUid(), token: z.string() }),
  permission: 'signed-in',
  async run({ user, token }, context) {
    const own = await checkOwn(user, context);
    return own.ok ? signOut.run({ token }, context) : own;
  },
});

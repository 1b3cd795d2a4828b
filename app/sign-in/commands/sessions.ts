import { z } from 'zod';
import type { E } from '#events/catalogue.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { personalCommand, type CommandContext, type SignedInContext } from '#app/kit/command/command.ts';
import { recordEnds } from '#app/kit/session/session-ends.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

type Because = E<'SessionsEnded'>['data']['because'];

/** Ends every session of a person but `except` (a public id), and records it. Answers how many there were. */
export async function endAllSessions(
  context: CommandContext,
  user: string,
  because: Because,
  { except = null, reason = null }: { except?: string | null; reason?: string | null } = {},
): Promise<number> {
  const { ports, org, now } = context;
  const ended = await ports.identity.sessions.endAll({ org, user, because, now, except });
  await recordEnds(context, user, ended, reason);
  return ended.length;
}

/** Ends the session of this request. Ending it twice is no error. */
export const signOut = personalCommand({
  name: 'identity.sign-out',
  input: z.object({ token: z.string() }),
  permission: 'signed-in',
  async run({ token }, context) {
    const { ports, viewer, now } = context;
    await recordEnds(context, viewer.uid, await ports.identity.sessions.end(token, now));
    return ok(null);
  },
});

/** Ends all one's own sessions, including this one. */
export const signOutEverywhere = personalCommand({
  name: 'identity.sign-out-everywhere',
  input: z.object({}),
  permission: 'signed-in',
  run: async (_, context) => ok({ count: await endAllSessions(context, context.viewer.uid, 'signed_out_everywhere') }),
});

/** Ends one of one's own sessions by its public id. A session that is over already is no error. */
export const endOwnSession = personalCommand({
  name: 'identity.end-own-session',
  input: z.object({ session: z.string().regex(/^[0-9a-f]{64}$/, texts.invalid) }),
  permission: 'signed-in',
  async run({ session }, context) {
    const { ports, org, viewer, now } = context;
    const ended = await ports.identity.sessions.endOne({ org, user: viewer.uid, publicId: session, now });
    await recordEnds(context, viewer.uid, ended);
    return ok(null);
  },
});

/** Refuses a person other than the session's, and one of another organisation as `not_found`. */
async function checkOwn(user: string, { ports, org, viewer }: SignedInContext): Promise<Result<{ user: string }>> {
  if (user === viewer.uid) return ok({ user });
  const there = await ports.database.read(org, (db) =>
    db.selectFrom('read.user_account').select('uid').where('uid', '=', user).executeTakeFirst(),
  );
  return refuse(there ? 'not_allowed' : 'not_found');
}

/**
 * A client's report of a sign-in or a password change, which the product has already recorded. Only checks that the
 * session belongs to the person named.
 */
export const acknowledgeOwn = personalCommand({
  name: 'identity.acknowledge-own',
  input: z.object({ user: sentUid() }),
  permission: 'signed-in',
  run: ({ user }, context) => checkOwn(user, context),
});

/** Ends the session of the request, if it belongs to the person named. */
export const signOutOwn = personalCommand({
  name: 'identity.sign-out-own',
  input: z.object({ user: sentUid(), token: z.string() }),
  permission: 'signed-in',
  async run({ user, token }, context) {
    const own = await checkOwn(user, context);
    return own.ok ? signOut.run({ token }, context) : own;
  },
});

import { z } from 'zod';
import type { E } from '#events/catalogue.ts';
import { ok } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { personalCommand, type CommandContext } from '#app/commands/command.ts';
import { recordAccess } from '#app/commands/identity/access.ts';

/** Ends every session of a person but `except` (a public id), and records how many there were. */
export async function endAllSessions(
  context: CommandContext,
  user: string,
  because: E<'SessionsEnded'>['data']['because'],
  except?: string,
): Promise<number> {
  const which = { org: context.org, user, ...(except ? { except } : {}) };
  const count = await context.ports.identity.sessions.endAll(which);
  if (count > 0) await recordAccess(context, user, [{ type: 'SessionsEnded', data: { user, because, count } }]);
  return count;
}

/** Ends all of one's own sessions, this one too. */
export const signOutEverywhere = personalCommand({
  name: 'identity.sign-out-everywhere',
  input: z.object({}),
  permission: 'signed-in',
  async run(_, context) {
    const count = await endAllSessions(context, context.viewer.uid, 'signed_out_everywhere');
    return ok({ count });
  },
});

/** Ends one of one's own sessions, by its public id: at another browser, or of a program. One that is over already is no error. */
export const signOutElsewhere = personalCommand({
  name: 'identity.sign-out-elsewhere',
  input: z.object({ session: z.string().regex(/^[0-9a-f]{64}$/, texts.invalid) }),
  permission: 'signed-in',
  async run({ session }, context) {
    const { ports, org, viewer } = context;
    const user = viewer.uid;
    const ended = await ports.identity.sessions.endOne({ org, user, publicId: session });
    if (ended) await recordAccess(context, user, [{ type: 'UserSignedOut', data: { user, session } }]);
    return ok(null);
  },
});

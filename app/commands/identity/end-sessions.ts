import { z } from 'zod';
import type { E } from '#events/catalogue.ts';
import { ok } from '#events/failures.ts';
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

import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { personalCommand } from '#app/commands/command.ts';
import { recordAccess } from '#app/commands/identity/access.ts';

/** Ends the session that this request came with. Ending it twice is no error. */
export const signOut = personalCommand({
  name: 'identity.sign-out',
  input: z.object({ token: z.string() }),
  permission: 'signed-in',
  async run({ token }, context) {
    const { ports, viewer, now } = context;
    const ended = await ports.identity.sessions.end(token, now);
    if (ended) {
      const data = { user: viewer.uid, session: ended.publicId };
      await recordAccess(context, viewer.uid, [{ type: 'UserSignedOut', data }]);
    }
    return ok(null);
  },
});

import { z } from 'zod';
import * as rules from '#events/user/decide/directory.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { fullName } from '#app/kit/query/viewer.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { endAllSessions } from '#app/sign-in/commands/sessions.ts';
import { changeUser } from '#app/people/commands/change-user.ts';

/** Ends a person's link to their account of the directory, whose subject has changed, and their sessions. */
export const unlinkDirectory = personalCommand({
  name: 'user.unlink-directory',
  input: z.object({ user: sentUid() }),
  reason: 'required',
  permission: 'user.unlink_directory',
  async run({ user, reason }, context) {
    const unlinked = await changeUser(context, { user }, async (state, { principal, now }) => ({
      decision: rules.unlinkDirectory({ principal, now, reason }, state),
      answer: { user, name: fullName(state) },
    }));
    if (unlinked.ok) await endAllSessions(context, user, 'directory_unlinked', { reason });
    return unlinked;
  },
});

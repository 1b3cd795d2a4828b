import { z } from 'zod';
import * as rules from '#events/user/decide/email.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { changeUser } from '#app/people/commands/change-user.ts';

/** Gives up another address that waits to be confirmed: one's own, or anybody's for an admin. */
export const cancelEmailChange = personalCommand({
  name: 'user.cancel-email-change',
  input: z.object({ user: sentUid() }),
  reason: 'offered',
  permission: 'signed-in',
  run: ({ user, reason }, context) =>
    changeUser(context, { user }, async (state, { principal, now }) => ({
      decision: rules.cancelEmailChange({ principal, now, reason }, state),
      answer: { user, email: state.email },
    })),
});

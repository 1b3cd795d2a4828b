import { z } from 'zod';
import { invitationDaysOf } from '#events/organisation/controls.ts';
import * as rules from '#events/user/decide/account.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { fullName } from '#app/kit/query/viewer.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { changeUser } from '#app/people/commands/change-user.ts';

/** Sends an invited person a new code. Earlier codes stop working. */
export const resendInvitation = personalCommand({
  name: 'user.resend-invitation',
  input: z.object({ user: sentUid() }),
  permission: 'user.resend_invitation',
  run: ({ user }, context) =>
    changeUser(context, { user }, async (state, { principal, now }) => ({
      decision: rules.resendInvitation(
        { principal, now, invitationDays: invitationDaysOf(context.viewer.settings) },
        state,
      ),
      answer: { user, name: fullName(state), email: state.email },
    })),
});

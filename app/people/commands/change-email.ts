import { z } from 'zod';
import { texts } from '#events/texts.ts';
import { requestEmailChange } from '#events/user/decide/email.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { fullName } from '#app/kit/query/viewer.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { changeUser } from '#app/people/commands/change-user.ts';

/** Asks for another address of a person. It counts once the person has entered the code that is sent there. */
export const changeEmail = personalCommand({
  name: 'user.change-email',
  input: z.object({
    user: sentUid(),
    email: z.string({ error: texts.required }).trim().min(1, texts.required),
  }),
  reason: 'offered',
  permission: 'user.change_email',
  run: ({ user, email, reason }, context) =>
    changeUser(context, { user }, async (state, { principal, domains, now }) => {
      const owner = await context.ports.identity.accounts.find(email);
      const emailInUse = owner !== null && owner.user !== user;
      return {
        decision: requestEmailChange({ principal, now, email, emailInUse, domains, reason }, state),
        answer: { user, name: fullName(state) },
      };
    }),
});

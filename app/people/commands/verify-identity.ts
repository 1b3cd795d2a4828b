import { z } from 'zod';
import { identityHow } from '#events/user/events.ts';
import { texts } from '#events/texts.ts';
import { userDecider } from '#events/user/decide.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { fullName } from '#app/kit/query/viewer.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { changeUser } from '#app/people/commands/change-user.ts';

/** The ways in which an admin verifies who somebody is. */
export const identityForm = z.object({
  how: identityHow.exclude(['set_up'], { error: ({ input }) => (input ? texts.invalid : texts.required) }),
});

/** Records how a person's identity was verified (21 CFR 11.100(b)). */
export const verifyIdentity = personalCommand({
  name: 'user.verify-identity',
  input: identityForm.extend({ user: sentUid(), ...expectedVersionInput }),
  permission: 'user.verify_identity',
  run: ({ user, how, expectedVersion }, context) =>
    changeUser(context, { user, expectedVersion }, async (state, { principal, now }) => ({
      decision: userDecider.decide({ type: 'VerifyIdentity', principal, now, how }, state),
      answer: { user, name: fullName(state) },
    })),
});

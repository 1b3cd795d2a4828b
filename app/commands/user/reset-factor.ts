import { z } from 'zod';
import { userDecider } from '#events/user/decide.ts';
import { sentUid } from '#app/forms/sent-uid.ts';
import { fullName } from '#app/queries/viewer.ts';
import { personalCommand } from '#app/commands/command.ts';
import { endAllSessions } from '#app/commands/identity/sessions.ts';
import { changeUser } from '#app/commands/user/change-user.ts';

/** Takes a person's second factor away and ends their sessions, for instance after a lost phone. */
export const resetFactor = personalCommand({
  name: 'user.reset-factor',
  input: z.object({ user: sentUid() }),
  reason: 'offered',
  permission: 'user.reset_factor',
  async run({ user, reason }, context) {
    const reset = await changeUser(context, { user }, async (state, { principal, now }) => ({
      decision: userDecider.decide({ type: 'ResetSecondFactor', principal, now, reason }, state),
      answer: { user, name: fullName(state) },
    }));
    if (!reset.ok) return reset;
    await context.ports.identity.secondFactors.forget({ org: context.org, user, keep: null });
    await endAllSessions(context, user, 'factor_reset', { reason });
    return reset;
  },
});

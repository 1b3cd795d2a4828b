import { z } from 'zod';
import type { Result } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { resetSecondFactor } from '#events/user/decide/authenticators.ts';
import { userEvolution } from '#events/user/state.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { fullName } from '#app/kit/query/viewer.ts';
import { change } from '#app/kit/command/change.ts';
import { personalCommand, type CommandContext } from '#app/kit/command/command.ts';
import { endAllSessions } from '#app/sign-in/commands/sessions.ts';
import { changeUser } from '#app/people/commands/change-user.ts';

/** Deletes the secrets of a factor that was reset, and ends the person's sessions. */
async function endFactor(context: CommandContext, user: string, reason: string | null): Promise<void> {
  await context.ports.identity.secondFactors.forget({ org: context.org, user, keep: null });
  await endAllSessions(context, user, 'factor_reset', { reason });
}

/** The console's reset, for the only admin of an organisation, whom nobody else can help. */
export async function resetFromConsole(
  context: CommandContext,
  { user, reason }: { user: string; reason: string },
): Promise<Result<{ name: string }>> {
  const reset = await change(context, { stream: streams.user(user), evolution: userEvolution }, (state, asked) => ({
    decision: resetSecondFactor({ ...asked, reason }, state),
    answer: { name: state.kind === 'user' ? fullName(state) : '' },
  }));
  if (reset.ok) await endFactor(context, user, reason);
  return reset;
}

/** Takes a person's second factor away and ends their sessions, for instance after a lost phone. */
export const resetFactor = personalCommand({
  name: 'user.reset-factor',
  input: z.object({ user: sentUid() }),
  reason: 'offered',
  permission: 'user.reset_factor',
  async run({ user, reason }, context) {
    const reset = await changeUser(context, { user }, async (state, { principal, now }) => ({
      decision: resetSecondFactor({ principal, now, reason }, state),
      answer: { user, name: fullName(state) },
    }));
    if (!reset.ok) return reset;
    await endFactor(context, user, reason);
    return reset;
  },
});

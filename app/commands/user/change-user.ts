import { refuse, type Result } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { userDecider } from '#events/user/decide.ts';
import type { User } from '#events/user/state.ts';
import { change, type Asked, type Change, type Refused } from '#app/commands/change.ts';
import type { SignedInContext } from '#app/commands/command.ts';
import { readAdmins } from '#app/commands/user/admins.ts';

interface Target {
  user: string;
  expectedVersion?: number | undefined;
}

/**
 * Loads a person, decides and appends, for an admin who is one at that moment. `work` gets the acting admin and the
 * number of other active admins. Refuses `not_found`.
 */
export const changeUser = <O>(
  context: SignedInContext,
  { user, expectedVersion }: Target,
  work: (state: User, asked: Asked & { otherActiveAdmins: number }) => Promise<Change<O> | Refused>,
): Promise<Result<O>> =>
  change(context, { stream: streams.user(user), decider: userDecider, expectedVersion }, async (state, asked) => {
    if (state.kind === 'absent') return refuse('not_found');
    const { principal, others, expect } = await readAdmins(context, user);
    const made = await work(state, { ...asked, principal, otherActiveAdmins: others });
    return 'failure' in made ? made : { ...made, parts: [{ expect }, ...(made.parts ?? [])] };
  });

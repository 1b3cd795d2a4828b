import { refuse, type Result } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import type { EditUser } from '#events/user/commands.ts';
import { userEvolution } from '#events/user/state.ts';
import type { User } from '#events/user/state.ts';
import { change, type DecisionContext, type Change, type Refused } from '#app/kit/command/change.ts';
import type { SignedInContext } from '#app/kit/command/command.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { readHeldAlone } from '#app/people/queries/functions/held-alone.ts';
import { readAdmins, type Admins } from '#app/people/commands/admins.ts';

interface Target {
  user: string;
  expectedVersion?: number | undefined;
}

export type AdminDecisionContext = DecisionContext &
  Pick<EditUser, 'otherActiveAdmins' | 'isLocalAdmin' | 'heldAlone'> &
  Pick<Admins, 'domains'>;

/**
 * Loads a person, decides and appends, for an admin who is one at that moment. `work` gets the acting admin and the
 * number of other active admins, and what single sign-on says of the person. Refuses `not_found`.
 */
export const changeUser = <O>(
  context: SignedInContext,
  { user, expectedVersion }: Target,
  work: (state: User, asked: AdminDecisionContext) => Promise<Change<O> | Refused>,
): Promise<Result<O>> =>
  change(context, { stream: streams.user(user), evolution: userEvolution, expectedVersion }, async (state, asked) => {
    if (state.kind === 'absent') return refuse('not_found');
    const { others, expect, ...admins } = await readAdmins(context, user);
    const held = { user, other: context.viewer.uid, today: todayOf(context) };
    const heldAlone = await context.ports.database.read(context.org, (db) => readHeldAlone(db, held));
    const made = await work(state, { ...asked, ...admins, heldAlone, otherActiveAdmins: others });
    return 'failure' in made ? made : { ...made, parts: [{ expect }, ...(made.parts ?? [])] };
  });

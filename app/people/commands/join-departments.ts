import { refuse, ok, type Result } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { streams } from '#events/streams.ts';
import { editUser } from '#events/user/decide/edit.ts';
import { userEvolution } from '#events/user/state.ts';
import { fullName } from '#app/kit/query/viewer.ts';
import type { Part } from '#app/kit/command/change.ts';
import type { SignedInContext } from '#app/kit/command/command.ts';
import { chooseDepartments } from '#app/organisation/commands/choose-departments.ts';
import { memberOf } from '#app/sign-in/commands/confirm.ts';
import { load } from '#app/kit/command/load.ts';
import type { AdminDecisionContext } from '#app/people/commands/change-user.ts';
import { noTraining, together, trainingOfPerson, type TrainingPart } from '#app/organisation/commands/coverage.ts';

/** A department that somebody leaves, and who joins it. */
export interface Joining {
  department: string;
  user: string;
}

/** Adds people to departments with the training that follows. Refuses on the field of the department. */
export async function joinDepartments(
  context: SignedInContext,
  asked: AdminDecisionContext & { reason: string },
  joining: readonly Joining[],
): Promise<Result<{ edits: Part[]; training: TrainingPart }>> {
  const edits: Part[] = [];
  let training = noTraining;
  for (const user of new Set(joining.map((one) => one.user))) {
    const wanted = joining.filter((one) => one.user === user).map(({ department }) => department);
    const refused = (words: string) => refuse('invalid_input', { fields: { [`member-${wanted[0]}`]: [words] } });
    const [joined, loaded] = await Promise.all([
      chooseDepartments(context, wanted),
      load(context, streams.user(user), userEvolution),
    ]);
    const { stream, version, state } = loaded;
    if (!joined.ok || state.kind === 'absent') return refused(texts.invalid);
    const departments = [
      ...state.departments,
      ...joined.value.filter(({ uid }) => !state.departments.some((own) => own.uid === uid)),
    ];
    const decision = editUser({ ...asked, details: { ...state, departments } }, state);
    if (!decision.ok) return refused(decision.failure.detail ?? texts.invalid);
    edits.push({ writes: [{ stream, version, events: decision.events }] });
    const follows = await trainingOfPerson(context, {
      user: { uid: user, name: fullName(state) },
      member: memberOf({ ...state, departments }),
      assign: state.status === 'ACTIVE' ? 'joined_department' : null,
      cancel: null,
    });
    training = together(training, follows);
  }
  return ok({ edits, training });
}

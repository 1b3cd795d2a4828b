import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import * as rules from '#events/user/decide/edit.ts';
import { userEvolution } from '#events/user/state.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { fullName } from '#app/kit/query/viewer.ts';
import { personalCommand, type SignedInContext } from '#app/kit/command/command.ts';
import { chooseDepartments } from '#app/organisation/commands/choose-departments.ts';
import { choosePeople } from '#app/documents/commands/facts.ts';
import { endAllSessions } from '#app/sign-in/commands/sessions.ts';
import { memberOf } from '#app/sign-in/commands/confirm.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { unlessUnreasoned } from '#app/kit/command/reason.ts';
import { trainingOfPerson } from '#app/organisation/commands/coverage.ts';
import { changeUser } from '#app/people/commands/change-user.ts';
import { profileFields } from '#app/people/commands/profile.ts';

/**
 * Changes a person's names, role, manager and departments with their training. A changed role ends the person's
 * sessions, so that no session keeps lost rights.
 */
export const editUser = personalCommand({
  name: 'user.edit',
  input: z.object({
    user: sentUid(),
    ...profileFields,
    /** Null for none; left out: as it is. */
    manager: sentUid(texts.invalid).nullish(),
    ...expectedVersionInput,
  }),
  permission: 'user.edit',
  // Programs send whole people back: what changes nothing has no reason.
  reason: 'depends',
  async run({ user, manager, reason, expectedVersion, ...values }, context) {
    const departments = await chooseDepartments(context, values.departments);
    if (!departments.ok) return departments;
    const details = { ...values, departments: departments.value };
    const managed = await chooseManager(context, manager);
    if (!managed.ok) return managed;
    const edited = await changeUser(context, { user, expectedVersion }, async (state, asked) => {
      const decided = rules.editUser({ ...asked, details, ...managed.value.chosen, reason }, state);
      const decision = unlessUnreasoned(decided, context.viewer, reason);
      if (!decision.ok) return decision;
      const after = decision.events.reduce(userEvolution.evolve, state);
      if (after.kind === 'absent') return refuse('not_found');
      const moved = decision.events.some(
        ({ type, data }) => type === 'UserEdited' && data.departmentsAdded.length + data.departmentsRemoved.length > 0,
      );
      const training = moved
        ? await trainingOfPerson(context, {
            user: { uid: user, name: fullName(after) },
            member: memberOf(after),
            // An invited person gets training on confirmation.
            assign: after.status === 'ACTIVE' ? 'joined_department' : null,
            cancel: 'person_left_department',
          })
        : {};
      return {
        decision,
        parts: [training, { expect: managed.value.expect }],
        answer: { user, roleChanged: state.role !== after.role, changed: decision.events.length > 0 },
      };
    });
    if (edited.ok && edited.value.roleChanged) await endAllSessions(context, user, 'role_changed');
    return edited;
  },
});

/** The manager as the person is now, whose stream is expected unchanged. Refuses nobody of the organisation. */
async function chooseManager(context: SignedInContext, manager: string | null | undefined) {
  if (manager === undefined) return ok({ chosen: {}, expect: [] });
  if (manager === null) return ok({ chosen: { manager: null }, expect: [] });
  const { people, expect } = await choosePeople(context, [manager]);
  const [person] = people;
  if (!person) return refuse('invalid_input', { fields: { manager: [texts.invalid] } });
  const { user: uid, name, status } = person;
  return ok({ chosen: { manager: { uid, name, status } }, expect });
}

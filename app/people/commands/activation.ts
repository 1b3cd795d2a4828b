import { z } from 'zod';
import { invitationDaysOf } from '#events/organisation/controls.ts';
import { deactivate, reactivate } from '#events/user/decide/edit.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { fullName } from '#app/kit/query/viewer.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { memberOf } from '#app/sign-in/commands/confirm.ts';
import { endAllSessions } from '#app/sign-in/commands/sessions.ts';
import { together, trainingOfPerson } from '#app/organisation/commands/coverage.ts';
import { endAsking } from '#app/people/commands/end-asking.ts';
import { handOver, handOverInput } from '#app/people/commands/hand-over.ts';
import { grantToSuccessors } from '#app/people/commands/functions/successors.ts';
import { joinDepartments } from '#app/people/commands/join-departments.ts';
import { changeUser } from '#app/people/commands/change-user.ts';

/**
 * Deactivates a person: cancels open training and ends the sessions. What the person leaves is handed over to the
 * chosen successors in the same act; other open approvals wait for another approver, and a step of all for nobody.
 */
export const deactivateUser = personalCommand({
  name: 'user.deactivate',
  input: z.object({ user: sentUid(), ...handOverInput, ...expectedVersionInput }),
  permission: 'user.deactivate',
  reason: 'offered',
  async run({ user, reason, owners, approvers, members, holders, expectedVersion }, context) {
    const deactivated = await changeUser(context, { user, expectedVersion }, async (state, asked) => {
      const decision = deactivate({ ...asked, reason }, state);
      if (!decision.ok) return decision;
      const name = fullName(state);
      const why = reason ?? `${name} is deactivated.`;
      const handedOver = await handOver(context, { user, reason: why }, { owners, approvers, holders });
      if (!handedOver.ok) return handedOver;
      const except = [...owners, ...approvers].map(({ document }) => document);
      const ended = await endAsking(context, { user, function: null, reason: why, except });
      const joined = await joinDepartments(context, { ...asked, reason: why }, members);
      if (!joined.ok) return joined;
      const granted = await grantToSuccessors(context, { ...asked, reason: why }, holders, joined.value.edits);
      if (!granted.ok) return granted;
      const training = await trainingOfPerson(context, {
        user: { uid: user, name },
        member: memberOf(state, 'INACTIVE'),
        assign: null,
        cancel: 'person_deactivated',
      });
      return {
        decision,
        parts: [together(training, joined.value.training), ...granted.value, ...handedOver.value, ...ended],
        answer: { user, name },
      };
    });
    if (deactivated.ok) await endAllSessions(context, user, 'deactivated');
    return deactivated;
  },
});

/** Makes a person INVITED again and sends a new code; training is assigned on reconfirmation. */
export const reactivateUser = personalCommand({
  name: 'user.reactivate',
  input: z.object({ user: sentUid(), ...expectedVersionInput }),
  permission: 'user.reactivate',
  reason: 'offered',
  run: ({ user, reason, expectedVersion }, context) =>
    changeUser(context, { user, expectedVersion }, async (state, { principal, now }) => ({
      decision: reactivate(
        { principal, now, reason, invitationDays: invitationDaysOf(context.viewer.settings) },
        state,
      ),
      answer: { user, name: fullName(state) },
    })),
});

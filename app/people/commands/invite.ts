import { invitationDaysOf } from '#events/organisation/controls.ts';
import { streams } from '#events/streams.ts';
import { invite } from '#events/user/decide/arrive.ts';
import { userEvolution } from '#events/user/state.ts';
import { change } from '#app/kit/command/change.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { chooseDepartments } from '#app/organisation/commands/choose-departments.ts';
import { readAdmins } from '#app/people/commands/admins.ts';
import { invitedPerson } from '#app/people/commands/profile.ts';

/** Invites a person: the code goes out by email; the settings say how long it is valid. */
export const inviteUser = personalCommand({
  name: 'user.invite',
  input: invitedPerson,
  permission: 'user.invite',
  async run(values, context) {
    const { ports } = context;
    const user = ports.newId();
    const departments = await chooseDepartments(context, values.departments);
    if (!departments.ok) return departments;
    const details = { ...values, departments: departments.value };
    // Training is assigned on confirmation.
    return change(context, { stream: streams.user(user), evolution: userEvolution }, async (state, { now }) => {
      const invitationDays = invitationDaysOf(context.viewer.settings);
      const { principal, domains, expect } = await readAdmins(context, user);
      const emailInUse = (await ports.identity.accounts.find(values.email)) !== null;
      return {
        decision: invite({ principal, now, user, details, emailInUse, domains, invitationDays }, state),
        parts: [{ expect }],
        answer: { user },
      };
    });
  },
});

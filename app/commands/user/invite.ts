import { ok } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { userDecider } from '#events/user/decide.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { load } from '#app/commands/load.ts';
import { chooseDepartments } from '#app/commands/department/choose.ts';
import { readAdmins } from '#app/commands/user/admins.ts';
import { invitedPerson } from '#app/commands/user/profile.ts';

/** Invites a person: the code goes out by e-mail and is valid for 24 hours. */
export const inviteUser = personalCommand({
  name: 'user.invite',
  input: invitedPerson,
  permission: 'user.invite',
  async run(values, context) {
    const { ports } = context;
    const user = ports.newId();
    return commit(context, async () => {
      const departments = await chooseDepartments(context, values.departments);
      if (!departments.ok) return departments;
      const { stream, version, state } = await load(context, streams.user(user), userDecider);
      const admins = await readAdmins(context, user);
      const details = { ...values, departments: departments.value };
      const emailInUse = (await ports.identity.accounts.find(values.email)) !== null;
      const decision = userDecider.decide(
        { type: 'InviteUser', principal: admins.principal, now: context.now, user, details, emailInUse },
        state,
      );
      if (!decision.ok) return decision;
      // Training comes with the confirmation (docs/decisions/2026-11-21-readings-of-the-rules.md).
      return ok({
        writes: [{ stream, version, events: decision.events }],
        expect: admins.expect,
        answer: { user },
      });
    });
  },
});

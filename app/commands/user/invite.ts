import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { streams } from '#events/streams.ts';
import { texts } from '#events/texts.ts';
import { userDecider } from '#events/user/decide.ts';
import { role } from '#events/user/events.ts';
import { commit, personalCommand } from '#app/commands/command.ts';
import { load, principalOf } from '#app/commands/load.ts';
import { chooseDepartments } from '#app/commands/department/choose.ts';

const text = z.string({ error: texts.required }).trim().min(1, texts.required);

/** Invites a person: the code goes out by e-mail and is valid for 24 hours. */
export const inviteUser = personalCommand({
  name: 'user.invite',
  input: z.object({
    firstName: text,
    lastName: text,
    email: text,
    role: z.enum(role.options, { error: texts.required }),
    departments: z.array(z.uuid(texts.invalid), { error: texts.required }).min(1, texts.required),
  }),
  permission: 'user.invite',
  async run(values, context) {
    const { ports } = context;
    const user = ports.newId();
    return commit(context, async () => {
      const departments = await chooseDepartments(context, values.departments);
      if (!departments.ok) return departments;
      const { stream, version, state } = await load(context, streams.user(user), userDecider);
      const details = { ...values, departments: departments.value };
      const emailInUse = (await ports.identity.accounts.find(values.email)) !== null;
      const decision = userDecider.decide(
        { type: 'InviteUser', principal: principalOf(context), now: context.now, user, details, emailInUse },
        state,
      );
      if (!decision.ok) return decision;
      // Training comes with the confirmation (docs/decisions/2026-11-21-readings-of-the-rules.md).
      return ok({
        writes: [{ stream, version, events: decision.events }],
        answer: { user },
      });
    });
  },
});

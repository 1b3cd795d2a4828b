import { z } from 'zod';
import { ok, type Failure, type Result } from '#events/failures.ts';
import { invitationDaysOf } from '#events/organisation/controls.ts';
import { streams } from '#events/streams.ts';
import { invite } from '#events/user/decide/arrive.ts';
import { normaliseEmail } from '#events/user/email.ts';
import { role } from '#events/user/events.ts';
import { userEvolution } from '#events/user/state.ts';
import { commit, personalCommand, type Intent, type SignedInContext } from '#app/kit/command/command.ts';
import { chooseDepartments } from '#app/organisation/commands/choose-departments.ts';
import { readAdmins } from '#app/people/commands/admins.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

/** The most people of one list: it is recorded in one append, whole or not at all. */
export const mostInvited = 500;

const input = z.object({
  people: z
    .array(
      z.object({
        firstName: z.string(),
        lastName: z.string(),
        email: z.string(),
        role: z.enum(role.options),
        departments: z.array(sentUid()),
      }),
    )
    .min(1)
    .max(mostInvited),
});
type People = z.output<typeof input>['people'];

/** Why a person of the list cannot be invited; `index` counts from 0. */
export interface InvitationProblem {
  index: number;
  failure: Failure;
}

interface Plan {
  problems: InvitationProblem[];
  intent: Intent<{ invited: number }>;
}

/** Decides on each person of the list as an invitation of its own would. */
async function plan(context: SignedInContext, people: People): Promise<Result<Plan>> {
  const { ports, viewer, now } = context;
  const chosen = await chooseDepartments(
    context,
    people.flatMap(({ departments }) => departments),
  );
  if (!chosen.ok) return chosen;
  const { principal, domains, expect } = await readAdmins(context, ports.newId());
  const invitationDays = invitationDaysOf(viewer.settings);
  const before = new Set<string>();
  const problems: InvitationProblem[] = [];
  const writes: Plan['intent']['writes'] = [];
  for (const [index, person] of people.entries()) {
    const address = normaliseEmail(person.email);
    const emailInUse = before.has(address) || (await ports.identity.accounts.find(person.email)) !== null;
    before.add(address);
    const user = ports.newId();
    const departments = chosen.value.filter(({ uid }) => person.departments.includes(uid));
    const details = { ...person, departments };
    const decision = invite(
      { principal, now, user, details, emailInUse, domains, invitationDays },
      userEvolution.initialState,
    );
    if (decision.ok) writes.push({ stream: streams.user(user), version: 0, events: decision.events });
    else problems.push({ index, failure: decision.failure });
  }
  return ok({ problems, intent: { writes, expect, answer: { invited: people.length } } });
}

/** Says what stands in the way of inviting these people. Records nothing. */
export const previewInvitations = personalCommand({
  name: 'user.preview-invitations',
  input,
  permission: 'user.invite',
  async run({ people }, context) {
    const planned = await plan(context, people);
    return planned.ok ? ok(planned.value.problems) : planned;
  },
});

/** Invites everybody of a list, or nobody. */
export const inviteMany = personalCommand({
  name: 'user.invite-many',
  input,
  permission: 'user.invite',
  run: ({ people }, context) =>
    commit<{ invited: number }>(context, async () => {
      const planned = await plan(context, people);
      if (!planned.ok) return planned;
      const [first] = planned.value.problems;
      return first ? { ok: false, failure: first.failure } : ok(planned.value.intent);
    }),
});

import { declareAbsence, endAbsence } from '#app/people/commands/absence.ts';
import { deactivateUser, reactivateUser } from '#app/people/commands/activation.ts';
import { cancelEmailChange } from '#app/people/commands/cancel-email-change.ts';
import { changeEmail } from '#app/people/commands/change-email.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { endUserSessions } from '#app/people/commands/end-sessions.ts';
import { grantFunction, withdrawFunction } from '#app/people/commands/functions/grant.ts';
import { createFunction, editFunction } from '#app/people/commands/functions/manage.ts';
import { inviteMany, previewInvitations } from '#app/people/commands/invite-many.ts';
import { inviteUser } from '#app/people/commands/invite.ts';
import { resendInvitation } from '#app/people/commands/resend-invitation.ts';
import { resetFactor } from '#app/people/commands/reset-factor.ts';
import { unlockUser } from '#app/people/commands/unlock.ts';
import { verifyIdentity } from '#app/people/commands/verify-identity.ts';
import { inDays, somebody } from '#tests/support/organisation.ts';
import { active, admins, attempt, authors, doer, pick, reasonOf, some, uidsOf, type Stage } from '../stage.ts';
import type { Act } from './act.ts';

const dayIn = (days: number): string => inDays(days).slice(0, 10);
const roles = ['EMPLOYEE', 'AUTHOR', 'ADMIN'] as const;

/** Those whom the walk may send away without coming to a stand: two admins stay. */
const movable = ({ people }: Stage) => people.slice(2);

const departmentsOf = ({ models }: Stage, choice: number): string[] =>
  uidsOf(some(models.departments.slice(0, 4), choice));

/** A newcomer, whose password the walk knows. Few, so that the training matrix stays small. */
function newcomer(stage: Stage, { which, how }: { which: number; how: number }) {
  const person = somebody(`Person ${stage.number()}`, 'Newcomer', pick(roles, how)!);
  return { ...person, email: person.email.replaceAll(' ', '.'), departments: departmentsOf(stage, which) };
}

/** People, functions and absences; each act is named by its command. */
export const peopleActs: Record<string, Act> = {
  async 'user.invite'(stage, choices) {
    if (stage.people.length > 13) return;
    const { password, ...person } = newcomer(stage, choices);
    const invited = await attempt(stage, doer(stage, choices.who, admins(stage)), inviteUser, person);
    if (invited.ok) join(stage, { ...person, password, uid: invited.value.user });
  },

  async 'user.preview-invitations'(stage, choices) {
    const person = newcomer(stage, choices);
    await attempt(stage, doer(stage, choices.who, admins(stage)), previewInvitations, { people: [person] });
  },

  async 'user.invite-many'(stage, choices) {
    if (stage.people.length > 13) return;
    const { password, ...person } = newcomer(stage, choices);
    const by = doer(stage, choices.who, admins(stage));
    const invited = await attempt(stage, by, inviteMany, { people: [person], previewToken: null });
    if (!invited.ok) return;
    const { services, world } = stage.organisation;
    const row = await services.database.read(world.org, (db) =>
      db.selectFrom('read.user_account').select('uid').where('email', '=', person.email).executeTakeFirst(),
    );
    if (row) join(stage, { ...person, password, uid: row.uid });
  },

  async 'user.edit'(stage, { which, who, how }) {
    const person = pick(stage.models.people, which);
    if (!person) return;
    const renamed = how % 4 === 0 ? pick(stage.people, how)! : null;
    const manager = how % 5 === 0 ? pick(authors(stage), how)?.uid : undefined;
    await attempt(stage, doer(stage, who, admins(stage)), editUser, {
      user: person.uid,
      firstName: renamed?.firstName ?? person.first_name,
      lastName: person.last_name,
      role: how % 12 === 5 ? pick(roles, who) : person.role,
      departments: departmentsOf(stage, how),
      manager,
      reason: reasonOf(which),
    });
  },

  async 'user.deactivate'(stage, { which, who, how }) {
    const user = pick(movable(stage), which);
    if (!user || active(stage).length < 7 || how % 2) return;
    const { models } = stage;
    const heir = pick(authors(stage), how)?.uid;
    const owners = models.documents
      .filter(({ owner_uid: owner, status }) => owner === user.uid && status !== 'RETIRED')
      .map(({ uid: document }) => ({ document, user: heir }));
    const approvers = models.approvals
      .filter((approval) => approval.user_uid === user.uid && approval.status === 'OPEN')
      .map(({ uid: approval, document_uid: document }) => ({ document, approval, user: heir }));
    const handedOver = how % 4 ? {} : { owners, approvers };
    const input = { user: user.uid, reason: reasonOf(how), ...handedOver };
    await attempt(stage, doer(stage, who, admins(stage)), deactivateUser, input);
  },

  async 'user.reactivate'(stage, { which, who, how }) {
    const person = pick(
      stage.models.people.filter(({ status }) => status === 'INACTIVE'),
      which,
    );
    if (!person) return;
    const input = { user: person.uid, reason: reasonOf(how) };
    await attempt(stage, doer(stage, who, admins(stage)), reactivateUser, input);
  },

  async 'user.resend-invitation'(stage, { which, who }) {
    const person = pick(
      stage.models.people.filter(({ status }) => status === 'INVITED'),
      which,
    );
    if (person) await attempt(stage, doer(stage, who, admins(stage)), resendInvitation, { user: person.uid });
  },

  async 'user.change-email'(stage, { which, who, how }) {
    const person = pick(stage.models.people, which);
    if (!person) return;
    const email = `moved.${stage.number()}@${person.email.split('@')[1]}`;
    const input = { user: person.uid, email, reason: reasonOf(how) };
    await attempt(stage, doer(stage, who, admins(stage)), changeEmail, input);
  },

  async 'user.cancel-email-change'(stage, { which, who, how }) {
    const person = pick(
      stage.models.people.filter(({ pending_email: email }) => email !== null),
      which,
    );
    if (!person) return;
    const input = { user: person.uid, reason: reasonOf(how) };
    await attempt(stage, doer(stage, who, admins(stage)), cancelEmailChange, input);
  },

  async 'user.verify-identity'(stage, { which, who }) {
    const person = pick(stage.models.people, which);
    if (!person) return;
    const input = { user: person.uid, how: 'in_person' };
    await attempt(stage, doer(stage, who, admins(stage)), verifyIdentity, input);
  },

  async 'user.reset-factor'(stage, { which, who, how }) {
    const factors = stage.models.authenticators.filter(({ revoked_at: at }) => at === null);
    const user = pick(factors, which)?.user_uid;
    if (!user || how % 2) return;
    await attempt(stage, doer(stage, who, admins(stage)), resetFactor, { user, reason: 'The phone was lost.' });
  },

  async 'user.unlock'(stage, { which, who, how }) {
    const locked = stage.models.people.filter(
      ({ locked_until: until, awaits_unlock_since: since }) => until !== null || since !== null,
    );
    const person = pick(locked, which);
    if (!person) return;
    const input = { user: person.uid, reason: reasonOf(how) };
    await attempt(stage, doer(stage, who, admins(stage)), unlockUser, input);
  },

  async 'user.end-sessions'(stage, { which, who, how }) {
    const user = pick(stage.models.people, which)?.uid;
    await attempt(stage, doer(stage, who, admins(stage)), endUserSessions, { user, reason: reasonOf(how) });
  },

  async 'absence.declare'(stage, { which, who, how }) {
    const [person, deputy] = [pick(authors(stage), which), pick(authors(stage), how)];
    if (!person || !deputy) return;
    const days = { from: dayIn(how % 2), until: dayIn(3 + (how % 5)) };
    const input = { user: person.uid, deputy: deputy.uid, ...days, reason: reasonOf(how) };
    await attempt(stage, doer(stage, who, how % 3 ? [person] : admins(stage)), declareAbsence, input);
  },

  async 'absence.end'(stage, { which, who, how }) {
    const absence = pick(
      stage.models.absences.filter(({ ended_at: at }) => at === null),
      which,
    );
    const person = stage.people.filter(({ uid }) => uid === absence?.user_uid);
    if (!absence) return;
    const input = { user: absence.user_uid, absence: absence.uid, reason: reasonOf(how) };
    await attempt(stage, doer(stage, who, person), endAbsence, input);
  },

  async 'function.create'(stage, { who }) {
    if (stage.models.functions.length > 3) return;
    const input = { name: `Function ${stage.number()}` };
    await attempt(stage, doer(stage, who, admins(stage)), createFunction, input);
  },

  async 'function.edit'(stage, { which, who, how }) {
    const one = pick(stage.models.functions, which);
    if (!one) return;
    const retired = how % 3 === 0 ? one.retired_at === null : undefined;
    const input = { function: one.uid, name: `Function ${stage.number()}`, retired, reason: 'As the chart says.' };
    await attempt(stage, doer(stage, who, admins(stage)), editFunction, input);
  },

  async 'function.grant'(stage, { which, who, how }) {
    const [one, person] = [pick(stage.models.functions, which), pick(authors(stage), how)];
    if (!one || !person) return;
    const days = { from: dayIn(0), until: how % 3 ? null : dayIn(20) };
    const input = { function: one.uid, user: person.uid, ...days, reason: reasonOf(who) };
    await attempt(stage, doer(stage, who, admins(stage)), grantFunction, input);
  },

  async 'function.withdraw'(stage, { which, who }) {
    const grant = pick(stage.models.grants, which);
    if (!grant) return;
    const input = { function: grant.function_uid, user: grant.user_uid, reason: 'Another post.' };
    await attempt(stage, doer(stage, who, admins(stage)), withdrawFunction, input);
  },
};

function join(stage: Stage, person: JoinedPerson): void {
  const joined = { ...person, org: stage.organisation.world.org };
  stage.people.push(joined);
  stage.secrets.add(joined.password);
}

type JoinedPerson = Omit<Stage['people'][number], 'org'>;

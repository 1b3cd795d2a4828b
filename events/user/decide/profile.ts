import { refuse, type Failure } from '#events/failures.ts';
import { unlessProgram } from '#events/service-account/allowed-events.ts';
import { may, type Principal } from '#events/permissions.ts';
import { domainOf } from '#events/single-sign-on/settings.ts';
import { texts } from '#events/texts.ts';
import type { InviteUser, ProfileDetails } from '#events/user/commands.ts';
import { isNewEmail, normaliseEmail } from '#events/user/email.ts';
import { role as roles, type Role } from '#events/user/events.ts';
import { personNameProblem, printedName } from '#events/user/name.ts';
import { userStatusLabel } from '#events/user/status.ts';
import { normaliseLine } from '#events/text.ts';
import type { User, UserEvent, UserState } from '#events/user/state.ts';
import type { Decision } from '#events/decider.ts';
import type { Instant } from '#events/time.ts';

export type Ruling = Decision<UserEvent>;
export type Refusal = { ok: false; failure: Failure };

/** The events to record; none where nothing changes. */
export const record = (...events: UserEvent[]): Ruling => ({ ok: true, events });

/** A rule on a person. Refuses where there is none, and a program where an event takes a person. */
export const ruleOn =
  <C extends { readonly now: string; readonly principal?: Principal }>(rule: (command: C, user: User) => Ruling) =>
  (command: C, state: UserState): Ruling => {
    if (state.kind === 'absent') return refuse('not_found', { detail: 'There is no such person.' });
    const ruling = rule(command, state);
    return command.principal ? unlessProgram(command.principal, ruling, state.role) : ruling;
  };

export const normalised = <D extends Omit<ProfileDetails, 'email'>>(
  details: D,
): D & { departments: ProfileDetails['departments'] } => ({
  ...details,
  firstName: normaliseLine(details.firstName),
  lastName: normaliseLine(details.lastName),
  departments: [...new Map(details.departments.map(({ uid, name }) => [uid, { uid, name }])).values()],
});

/** Names, role and departments of a profile (normalised): each is required. */
export function profileProblem(details: Omit<ProfileDetails, 'email'>, departmentsRequired = true): Refusal | null {
  const fields: Record<string, string[]> = {};
  const firstName = personNameProblem(details.firstName);
  const lastName = personNameProblem(details.lastName);
  if (firstName) fields.firstName = [firstName];
  if (lastName) fields.lastName = [lastName];
  if (!roles.safeParse(details.role).success) fields.role = [texts.invalid];
  if (departmentsRequired && details.departments.length === 0) fields.departments = [texts.required];
  return Object.keys(fields).length === 0 ? null : refuse('invalid_input', { fields });
}

export const notInStatus = (user: User, can: string): Refusal =>
  refuse('user_not_in_status', {
    detail: `${printedName(user)} is ${userStatusLabel(user.status).toLowerCase()}. ${can}`,
    facts: { status: user.status },
  });

/** A new code to confirm with, or to reconfirm with after a deactivation. */
export const invitationOf = ({ uid: user, reactivated }: User, expiresAt: Instant): UserEvent => ({
  type: 'VerificationCodeIssued',
  data: { user, purpose: reactivated ? 'reconfirm' : 'confirm', expiresAt },
});

/** A new address: required, of a valid form, nobody's yet, and of a domain whose people the issuer signs in. */
export function emailProblem(given: string, { emailInUse, domains }: NewAddress): Refusal | null {
  const email = normaliseEmail(given);
  if (email === '') return refuse('invalid_input', { fields: { email: [texts.required] } });
  if (!isNewEmail(email))
    return refuse('email_format', { detail: texts.emailFormat, fields: { email: [texts.emailFormat] } });
  if (emailInUse) return refuse('email_in_use', { fields: { email: [texts.emailInUse] } });
  if (domains && !domains.includes(domainOf(email)))
    return refuse('invalid_input', {
      fields: { email: [`Your organisation signs in people of ${domains.join(', ')}. An admin can add a domain.`] },
    });
  return null;
}

type NewAddress = Pick<InviteUser, 'emailInUse' | 'domains'>;

/** A new person's profile (normalised) and address: what is wrong with either is reported at once. */
export function newcomerProblem(
  profile: ProfileDetails,
  { departmentsRequired, ...address }: NewAddress & { departmentsRequired: boolean },
): Refusal | null {
  const ofProfile = profileProblem(profile, departmentsRequired);
  const ofEmail = emailProblem(profile.email, address);
  if (!ofProfile || !ofEmail) return ofProfile ?? ofEmail;
  return refuse('invalid_input', { fields: { ...ofProfile.failure.fields, ...ofEmail.failure.fields } });
}

/** Only SUPER_ADMIN gives or takes SUPER_ADMIN. `roles` are the role before and after. */
export const superAdminProblem = (principal: Principal, ...involved: Role[]): Refusal | null =>
  involved.includes('SUPER_ADMIN') && !may(principal, 'user.give_super_admin')
    ? refuse('super_admin_required', { detail: 'Only a SUPER_ADMIN can give or take the role SUPER_ADMIN.' })
    : null;

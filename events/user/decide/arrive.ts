import { refuse } from '#events/failures.ts';
import { may } from '#events/permissions.ts';
import { unlessProgram } from '#events/service-account/allowed-events.ts';
import { addHours } from '#events/time.ts';
import type { InviteUser, RegisterUser } from '#events/user/commands.ts';
import { newcomerProblem, normalised, record, superAdminProblem, type Ruling } from '#events/user/decide/profile.ts';
import { normaliseEmail } from '#events/user/email.ts';
import type { UserState } from '#events/user/state.ts';

/** An organisation's first admin, ACTIVE at once, with a password. There are no departments yet to choose from. */
export function register({ principal, user, details, through, emailInUse }: RegisterUser, state: UserState): Ruling {
  if (principal.kind !== 'system') return refuse('not_allowed', { detail: 'Only the system itself does this.' });
  if (state.kind !== 'absent') return refuse('conflict', { detail: 'This person has been added before.' });
  const profile = normalised(details);
  const refusal = newcomerProblem(profile, { emailInUse, domains: null, departmentsRequired: false });
  if (refusal) return refusal;
  return record(
    {
      type: 'UserRegistered',
      data: { user, ...profile, departments: [...profile.departments], email: normaliseEmail(details.email), through },
    },
    { type: 'PasswordSet', data: { user, how: 'registered' } },
  );
}

/** Invites a person. A code goes out by email. */
export function invite(
  { principal, now, user, details, emailInUse, domains, invitationDays }: InviteUser,
  state: UserState,
): Ruling {
  if (!may(principal, 'user.invite'))
    return refuse('not_allowed', { detail: 'Only an admin can invite team members.' });
  if (state.kind !== 'absent') return refuse('conflict', { detail: 'This person has been added before.' });
  const profile = normalised(details);
  const refusal =
    newcomerProblem(profile, { emailInUse, domains, departmentsRequired: true }) ??
    superAdminProblem(principal, details.role);
  if (refusal) return refusal;
  return unlessProgram(
    principal,
    record({
      type: 'UserInvited',
      data: {
        user,
        ...profile,
        departments: [...profile.departments],
        email: normaliseEmail(details.email),
        codeExpiresAt: addHours(now, 24 * invitationDays),
      },
    }),
  );
}

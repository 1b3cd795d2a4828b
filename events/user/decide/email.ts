import { refuse } from '#events/failures.ts';
import { limits } from '#events/limits.ts';
import { may } from '#events/permissions.ts';
import { addHours } from '#events/time.ts';
import { texts } from '#events/texts.ts';
import type { CancelEmailChange, ConfirmEmail, RequestEmailChange } from '#events/user/commands.ts';
import {
  emailProblem,
  invitationOf,
  notInStatus,
  record,
  superAdminProblem,
  ruleOn,
} from '#events/user/decide/profile.ts';
import { normaliseEmail } from '#events/user/email.ts';
import type { User } from '#events/user/state.ts';

/** Sends a code to another address, which counts once the person has entered it. A later request replaces this one. */
export const requestEmailChange = ruleOn(
  ({ principal, now, email: given, emailInUse, domains, reason }: RequestEmailChange, user) => {
    if (!may(principal, 'user.change_email'))
      return refuse('not_allowed', { detail: 'Only an admin can change an email address.' });
    if (user.status === 'INACTIVE') return notInStatus(user, 'Reactivate the person before changing the address.');
    const email = normaliseEmail(given);
    if (email === user.email) return refuse('invalid_input', { fields: { email: ['This is the present address.'] } });
    const refusal = superAdminProblem(principal, user.role) ?? emailProblem(given, { emailInUse, domains });
    if (refusal) return refusal;
    return record({
      type: 'EmailChangeRequested',
      data: {
        user: user.uid,
        old: user.email,
        new: email,
        codeExpiresAt: addHours(now, limits.codeHours),
        reason,
      },
    });
  },
);

/** The person whose address it is may, and admins. */
export const cancelEmailChange = ruleOn(({ principal, now, reason }: CancelEmailChange, user) => {
  const own = principal.kind === 'user' && principal.uid === user.uid && principal.status === 'ACTIVE';
  if (!own && !may(principal, 'user.change_email'))
    return refuse('not_allowed', { detail: 'Only an admin can change an email address.' });
  const refusal = own ? null : superAdminProblem(principal, user.role);
  if (refusal) return refusal;
  const { pendingEmail, uid, email: old } = user;
  if (pendingEmail === null || pendingEmail.cancelled || pendingEmail.until <= now) return refuse('email_not_changing');
  return record({ type: 'EmailChangeCancelled', data: { user: uid, old, new: pendingEmail.address, reason } });
});

/** Whether the person has answered no code yet, so nobody has signed under this account. */
const isNew = ({ status, reactivated }: User): boolean => status === 'INVITED' && !reactivated;

/**
 * The new address counts from now on. An invited person gets the invitation there. A code to an address that a program
 * entered does not show who reads it, so the person is signed in with the present address (21 CFR 11.100(b)).
 */
export const confirmEmail = ruleOn(({ now, email, emailInUse, invitationDays, by }: ConfirmEmail, user) => {
  const { pendingEmail, uid, email: old, status } = user;
  if (pendingEmail === null || pendingEmail.address !== normaliseEmail(email))
    return refuse('code_wrong', { detail: texts.codeWrong });
  if (pendingEmail.cancelled) return refuse('email_change_cancelled');
  if (pendingEmail.until <= now) return refuse('code_expired', { detail: texts.codeExpired });
  if (emailInUse) return refuse('email_in_use', { fields: { email: [texts.emailInUse] } });
  if (pendingEmail.byProgram && by !== uid && !isNew(user))
    return refuse('not_allowed', { detail: texts.programEnteredEmail });
  return record(
    { type: 'EmailChanged', data: { user: uid, old, new: pendingEmail.address } },
    ...(status === 'INVITED' ? [invitationOf(user, addHours(now, 24 * invitationDays))] : []),
  );
});

import { refuse } from '#events/failures.ts';
import { limits } from '#events/limits.ts';
import { texts } from '#events/texts.ts';
import { addHours } from '#events/time.ts';
import { may } from '#events/permissions.ts';
import type {
  AcceptSignatureStatement,
  ConfirmAccount,
  IssueCode,
  ResendInvitation,
  SetPassword,
} from '#events/user/commands.ts';
import { invitationOf, notInStatus, record, ruleOn } from '#events/user/decide/profile.ts';

/** The invitee has the code and a good password: ACTIVE. A deactivated person's code is as wrong as any other. */
export const confirm = ruleOn(({ code, passwordAccepted }: ConfirmAccount, { uid: user, status, reactivated }) => {
  if (status === 'ACTIVE') return refuse('already_confirmed', { detail: texts.alreadyConfirmed });
  if (status === 'INACTIVE' || code === 'wrong') return refuse('code_wrong', { detail: texts.codeWrong });
  if (code === 'expired') return refuse('code_expired', { detail: texts.codeExpired });
  if (!passwordAccepted) return refuse('password_not_accepted', { detail: texts.passwordNotAccepted });
  return reactivated
    ? record({ type: 'UserReconfirmed', data: { user } }, { type: 'PasswordSet', data: { user, how: 'reconfirmed' } })
    : record({ type: 'UserConfirmed', data: { user } }, { type: 'PasswordSet', data: { user, how: 'confirmed' } });
});

/** A new code: to confirm while INVITED, to reset a password while ACTIVE. */
export const issueCode = ruleOn(({ purpose, now, invitationDays, moved = false }: IssueCode, { uid: user, status }) => {
  const wanted = purpose === 'reset' ? 'ACTIVE' : 'INVITED';
  if (status !== wanted) return refuse('code_not_requestable', { facts: { status } });
  return record({
    type: 'VerificationCodeIssued',
    data: {
      user,
      purpose,
      expiresAt: addHours(now, purpose === 'reset' ? limits.codeHours : 24 * invitationDays),
      ...(moved && { moved }),
    },
  });
});

/** A new code to an invited person, for the first time or after a deactivation. */
export const resendInvitation = ruleOn(({ principal, now, invitationDays }: ResendInvitation, user) => {
  if (!may(principal, 'user.resend_invitation'))
    return refuse('not_allowed', { detail: 'Only an admin can send an invitation again.' });
  if (user.status !== 'INVITED') return notInStatus(user, 'Only an invited person has an invitation.');
  return record(invitationOf(user, addHours(now, 24 * invitationDays)));
});

/** A password was changed by its owner, or reset with a code. */
export const setPassword = ruleOn(({ how }: SetPassword, { uid: user, status }) => {
  if (status !== 'ACTIVE') return refuse('user_not_in_status', { facts: { status } });
  return record({ type: 'PasswordSet', data: { user, how } });
});

/** 21 CFR 11.10(j): the person accepts the statement on electronic signatures, once and for themselves. */
export const acceptStatement = ruleOn(({ principal, statement }: AcceptSignatureStatement, user) => {
  const self = principal.kind === 'user' && principal.uid === user.uid && user.status === 'ACTIVE';
  if (!self) return refuse('not_allowed', { detail: 'Each person accepts this statement for themselves.' });
  if (user.statementAccepted) return record();
  return record({ type: 'SignatureStatementAccepted', data: { user: user.uid, statement } });
});

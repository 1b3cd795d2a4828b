import { refuse } from '#events/failures.ts';
import { may, type Principal } from '#events/permissions.ts';
import type {
  EnrolAuthenticator,
  IssueRecoveryCodes,
  RemoveAuthenticator,
  ResetSecondFactor,
} from '#events/user/commands.ts';
import { record, ruleOn } from '#events/user/decide/profile.ts';
import type { Authenticator, User, UserEvent } from '#events/user/state.ts';

const isOwn = (principal: Principal, user: User): boolean =>
  principal.kind === 'user' && principal.uid === user.uid && user.status === 'ACTIVE';

const notOwn = () => refuse('not_allowed', { detail: 'People set up a second factor for themselves.' });

const revoked = (
  user: User,
  { uid, kind }: Authenticator,
  because: 'replaced' | 'removed' | 'reset_by_admin',
  reason: string | null = null,
): UserEvent => ({
  type: 'AuthenticatorRevoked',
  data: { user: user.uid, authenticator: uid, kind, because, reason },
});

/** A person has one authenticator app, which a new one replaces, and any number of passkeys. */
export const enrolAuthenticator = ruleOn(({ principal, authenticator }: EnrolAuthenticator, user) => {
  if (!isOwn(principal, user)) return notOwn();
  const { uid, kind, credentialId, publicKey, model } = authenticator;
  const { authenticators } = user;
  if (authenticators.some((one) => one.uid === uid)) return record();
  if (credentialId !== null && authenticators.some((one) => one.credentialId === credentialId))
    return refuse('conflict', { detail: 'This passkey is set up already.' });
  const replaced = kind === 'totp' ? authenticators.filter((one) => one.kind === kind) : [];
  const issued: UserEvent[] = kind === 'totp' ? [{ type: 'RecoveryCodesIssued', data: { user: user.uid } }] : [];
  return record(
    ...replaced.map((one) => revoked(user, one, 'replaced')),
    {
      type: 'AuthenticatorEnrolled',
      data: { user: user.uid, authenticator: uid, kind, credentialId, publicKey, model },
    },
    ...issued,
  );
});

/** An app that the organisation requires is only replaced. */
export const removeAuthenticator = ruleOn((command: RemoveAuthenticator, user) => {
  const { principal, authenticator, required, reason = null } = command;
  if (!isOwn(principal, user)) return notOwn();
  const own = user.authenticators.find(({ uid }) => uid === authenticator);
  if (!own) return record();
  if (required && own.kind === 'totp')
    return refuse('not_allowed', { detail: 'Your organisation requires a second factor. Replace it instead.' });
  return record(revoked(user, own, 'removed', reason));
});

/** An admin, or the console, takes every factor of another person away, for instance after a lost phone. */
export const resetSecondFactor = ruleOn(({ principal, reason }: ResetSecondFactor, user) => {
  if (principal.kind !== 'system' && !may(principal, 'user.reset_factor'))
    return refuse('not_allowed', { detail: 'Only an admin can reset a second factor.' });
  if (principal.kind === 'user' && principal.uid === user.uid)
    return refuse('not_allowed', { detail: 'Another admin resets your second factor.' });
  return record(...user.authenticators.map((one) => revoked(user, one, 'reset_by_admin', reason)));
});

/** Ten new recovery codes for the authenticator app. */
export const issueRecoveryCodes = ruleOn(({ principal }: IssueRecoveryCodes, user) => {
  if (!isOwn(principal, user)) return notOwn();
  if (!user.authenticators.some(({ kind }) => kind === 'totp')) return refuse('second_factor_missing');
  return record({ type: 'RecoveryCodesIssued', data: { user: user.uid } });
});

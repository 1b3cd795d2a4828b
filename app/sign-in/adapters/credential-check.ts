import { defaultSettings } from '#events/organisation/events.ts';
import { refuse, type Failure } from '#events/failures.ts';
import { texts } from '#events/texts.ts';
import { findAccount, normalEmail, withoutHash, type Account, type IdentityDatabase } from './accounts.ts';
import { lockoutOf, type Attempt, type Attempts, type Lock, type Place } from './attempts.ts';
import type { SignatureCredential } from '#events/signature.ts';
import { dayMs, msBetween, type Instant } from '#events/time.ts';
import { onlySettings } from './organisation-settings.ts';
import type { Passwords } from '#app/adapters/secrets/passwords.ts';

/** What a credential is checked for. A password that is too old stops a sign-in alone: it may still be changed. */
export type CredentialPurpose = 'sign-in' | 'signature' | 'change-password';

export type RefusalReason =
  | 'unknown'
  | 'wrong_email'
  | 'wrong_password'
  | 'wrong_code'
  | 'code_awaited'
  | 'factor_missing'
  | 'locked'
  | 'not_active'
  | 'password_expired'
  | 'address_limited';

export type CredentialOutcome =
  | {
      readonly kind: 'accepted';
      readonly account: Account;
      /** What events hold of it (21 CFR 11.200). */
      readonly evidence: SignatureCredential;
      readonly passwordExpired: boolean;
    }
  | {
      readonly kind: 'refused';
      /** The answer to the person: the same for an unknown address and a wrong password. */
      readonly failure: Failure;
      /** The reason for the ledger, where the address is known. */
      readonly reason: RefusalReason;
      readonly account: Account | null;
      /** The lock that this failure caused, else null. */
      readonly lock: CausedLock | null;
    };

/** A lock, and where the failures that caused it were typed. */
export type CausedLock = Lock & { readonly tries: Place };

/**
 * The second factor beside a right password: none is asked for, a code of this authenticator, a wrong code, no code, or
 * the person has none set up.
 */
export type FactorAnswer =
  | { kind: 'none' | 'wrong' | 'awaited' | 'missing' }
  | { kind: 'right'; authenticator: string };

/**
 * An email address and a password as typed. `owner`: the address of the person who is signed in; any other is a
 * failure of theirs. `address`: the network address of the request.
 */
export interface Credential {
  email: string;
  owner?: string;
  password: string;
  purpose: CredentialPurpose;
  /** Asked once the password is right. Without it no second factor is looked at. */
  factor?: (account: Account) => Promise<FactorAnswer>;
  now: Instant;
  address: string | null;
}

/** Whether a password is older than the organisation's days (`passwordPolicy`). */
export const passwordExpired = (setAt: Instant | null, policyDays: number, now: Instant): boolean =>
  setAt === null || msBetween(setAt, now) >= policyDays * dayMs;

/**
 * The one check of an email address and password: at sign-in, at each signature, before a change of password. Failures
 * count toward the lockout. An unknown address, a person who is not active and a wrong password cost the same work and
 * read the same. Tries at the sign-in page and in a session count apart, so that a stranger stops nobody from signing.
 * It records nothing in the ledger; its answer says what the command should.
 */
export function createCredentialCheck(options: {
  database: IdentityDatabase;
  passwords: Passwords;
  attempts: Attempts;
}): (credential: Credential) => Promise<CredentialOutcome> {
  const { database, passwords, attempts } = options;
  return async ({ email: typed, owner, password, purpose, factor: askFactor, now, address }) => {
    const email = owner ?? typed;
    const found = await findAccount(database.pool, email);
    const account = found && withoutHash(found);
    const place: Place = purpose === 'sign-in' ? 'sign_in' : 'session';
    const attempt: Attempt = {
      tried: account ? { user: account.user } : { email },
      place,
      address,
      now,
      // An address that nobody has is locked as those of an installation with one organisation are.
      lockout: lockoutOf(account?.settings ?? (await onlySettings(database.pool)) ?? defaultSettings),
    };
    // Among several organisations this answer at the sign-in page would say which has an account with the address.
    const lockedOut = async (lock: Lock) =>
      exceeded(lock, attempt, place === 'session' || (await onlySettings(database.pool)) !== null);
    const refused = (reason: RefusalReason, { failure }: { failure: Failure }, lock: CausedLock | null = null) =>
      ({ kind: 'refused', failure, reason, account, lock }) as const;

    const admission = await attempts.admit(attempt);
    if (admission.kind === 'locked') return refused('locked', await lockedOut(admission));
    if (admission.kind === 'address_limited')
      return refused(
        'address_limited',
        refuse('too_many_requests', { facts: { retryAfterSeconds: admission.seconds } }),
      );

    const fits = await passwords.verify(found?.password ?? null, password);
    const own = normalEmail(typed) === normalEmail(email);
    const failed = async (because: RefusalReason, answer: { failure: Failure }) => {
      const lock = await attempts.failed(attempt);
      if (!lock) return refused(because, answer);
      const reason = lock.caused ? because : 'locked';
      return refused(reason, await lockedOut(lock), lock.caused ? { until: lock.until, tries: place } : null);
    };
    if (!account || !own || !fits || account.status !== 'ACTIVE')
      return failed(reasonOf(account, own), refuse('credentials_wrong'));
    const tooOld = passwordExpired(account.passwordSetAt, account.settings.passwordPolicy, now);
    const expired = tooOld && purpose === 'sign-in';
    const factor: FactorAnswer = (!expired && (await askFactor?.(account))) || { kind: 'none' };
    if (factor.kind === 'wrong') return failed('wrong_code', refuse('one_time_code_wrong'));
    // The failures stay counted until the code is right: else a right password would give more guesses at codes.
    if (factor.kind === 'awaited') return refused('code_awaited', refuse('second_factor_required'));
    if (factor.kind === 'missing') return refused('factor_missing', refuse('second_factor_missing'));
    const lockedMeanwhile = await attempts.succeeded(attempt);
    if (lockedMeanwhile !== null) return refused('locked', await lockedOut(lockedMeanwhile));
    if (expired) return refused('password_expired', refuse('password_expired'));
    return {
      kind: 'accepted',
      account,
      evidence:
        factor.kind === 'right'
          ? {
              method: 'email, password and one-time code',
              checkedAt: now,
              authenticator: factor.authenticator,
            }
          : { method: 'email and password', checkedAt: now },
      passwordExpired: tooOld,
    };
  };
}

function reasonOf(account: Account | null, ownAddress: boolean): RefusalReason {
  if (!account) return 'unknown';
  if (account.status !== 'ACTIVE') return 'not_active';
  return ownAddress ? 'wrong_password' : 'wrong_email';
}

/**
 * Nobody knows when an admin ends a lock: then the wait is as long as that of one that ends by itself. `says`: whether
 * the answer may say so.
 */
export function exceeded({ until }: Lock, { now, lockout }: Pick<Attempt, 'now' | 'lockout'>, says = true) {
  const seconds = until === null ? lockout.forMinutes * 60 : msBetween(now, until) / 1000;
  const facts = { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) };
  return until === null && says
    ? refuse('account_locked_until_unlocked', { detail: texts.lockedUntilUnlocked, facts })
    : refuse('attempts_exceeded', { facts });
}

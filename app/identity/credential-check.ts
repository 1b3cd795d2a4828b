import { defaultSettings } from '#events/organisation/events.ts';
import { refuse, type Failure } from '#events/failures.ts';
import { findAccount, normalEmail, withoutHash, type Account, type IdentityDatabase } from './accounts.ts';
import { lockoutOf, type Attempt, type Attempts, type Lock, type Place } from './attempts.ts';
import { onlySettings } from './organisation-settings.ts';
import type { Passwords } from './passwords.ts';

/** What a credential is checked for. A password that is too old stops a sign-in alone: it may still be changed. */
export type CredentialPurpose = 'sign-in' | 'signature' | 'change-password';

/** How and when a person was checked; events hold nothing more of it (21 CFR 11.200). */
export interface CredentialEvidence {
  readonly method: 'email and password';
  /** ISO 8601 in UTC. */
  readonly checkedAt: string;
}

export type RefusalReason =
  | 'unknown'
  | 'wrong_email'
  | 'wrong_password'
  | 'locked'
  | 'not_active'
  | 'password_expired'
  | 'address_limited';

export type CredentialOutcome =
  | {
      readonly kind: 'accepted';
      readonly account: Account;
      readonly evidence: CredentialEvidence;
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
 * An e-mail address and a password as typed. `owner`: the address of the person who is signed in; any other is a
 * failure of theirs. `now`: ISO 8601 in UTC. `address`: the network address of the request.
 */
export interface Credential {
  email: string;
  owner?: string;
  password: string;
  purpose: CredentialPurpose;
  now: string;
  address: string | null;
}

const dayMs = 86_400_000;

/** Whether a password is older than the organisation's days (`passwordPolicy`). */
export const passwordExpired = (setAt: string | null, policyDays: number, now: string): boolean =>
  setAt === null || Date.parse(now) - Date.parse(setAt) >= policyDays * dayMs;

/**
 * The one check of an e-mail address and password: at sign-in, at each signature, before a change of password. Failures
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
  return async ({ email: typed, owner, password, purpose, now, address }) => {
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
    const refused = (reason: RefusalReason, { failure }: { failure: Failure }, lock: CausedLock | null = null) =>
      ({ kind: 'refused', failure, reason, account, lock }) as const;

    const admission = await attempts.admit(attempt);
    if (admission.kind === 'locked') return refused('locked', exceeded(admission, attempt));
    if (admission.kind === 'address_limited')
      return refused(
        'address_limited',
        refuse('too_many_requests', { facts: { retryAfterSeconds: admission.seconds } }),
      );

    const fits = await passwords.verify(found?.password ?? null, password);
    const own = normalEmail(typed) === normalEmail(email);
    if (!account || !own || !fits || account.status !== 'ACTIVE') {
      const lock = await attempts.failed(attempt);
      if (!lock) return refused(reasonOf(account, own), refuse('credentials_wrong'));
      const reason = lock.caused ? reasonOf(account, own) : 'locked';
      return refused(reason, exceeded(lock, attempt), lock.caused ? { until: lock.until, tries: place } : null);
    }
    const lockedMeanwhile = await attempts.succeeded(attempt);
    if (lockedMeanwhile !== null) return refused('locked', exceeded(lockedMeanwhile, attempt));
    const tooOld = passwordExpired(account.passwordSetAt, account.settings.passwordPolicy, now);
    if (tooOld && purpose === 'sign-in') return refused('password_expired', refuse('password_expired'));
    return {
      kind: 'accepted',
      account,
      evidence: { method: 'email and password', checkedAt: now },
      passwordExpired: tooOld,
    };
  };
}

function reasonOf(account: Account | null, ownAddress: boolean): RefusalReason {
  if (!account) return 'unknown';
  if (account.status !== 'ACTIVE') return 'not_active';
  return ownAddress ? 'wrong_password' : 'wrong_email';
}

/** Nobody knows when an admin ends a lock: then the wait is as long as that of one that ends by itself. */
function exceeded({ until }: Lock, { now, lockout }: Attempt) {
  const seconds = until === null ? lockout.forMinutes * 60 : (Date.parse(until) - Date.parse(now)) / 1000;
  return refuse('attempts_exceeded', { facts: { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) } });
}

import { refuse, type Failure } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';
import type { Account } from './accounts.ts';
import { lockoutOf, type Attempt, type Attempts } from './attempts.ts';
import { exceeded, type CausedLock } from './credential-check.ts';

/** A code typed after the password. `check`: whether it is right, which uses it. */
export interface TypedCode {
  account: Account;
  address: string | null;
  now: Instant;
  check(): Promise<boolean>;
}

export type CodeOutcome =
  | { readonly kind: 'right' }
  | {
      readonly kind: 'refused';
      readonly failure: Failure;
      readonly reason: 'wrong_code' | 'locked' | 'address_limited';
      /** The lock that this failure caused, else null. */
      readonly lock: CausedLock | null;
    };

/** The second step of a sign-in. A wrong code counts toward the lock as a wrong password does. */
export function createCodeCheck(attempts: Attempts): (typed: TypedCode) => Promise<CodeOutcome> {
  return async ({ account, address, now, check }) => {
    const { user, settings } = account;
    const attempt: Attempt = { tried: { user }, place: 'sign_in', address, now, lockout: lockoutOf(settings) };
    const locked = (failure: Failure) => ({ kind: 'refused', failure, reason: 'locked', lock: null }) as const;
    const admission = await attempts.admit(attempt);
    if (admission.kind === 'locked') return locked(exceeded(admission, attempt).failure);
    if (admission.kind === 'address_limited') {
      const { failure } = refuse('too_many_requests', { facts: { retryAfterSeconds: admission.seconds } });
      return { kind: 'refused', failure, reason: 'address_limited', lock: null };
    }
    if (await check()) {
      const lock = await attempts.succeeded(attempt);
      return lock === null ? { kind: 'right' } : locked(exceeded(lock, attempt).failure);
    }
    const lock = await attempts.failed(attempt);
    if (!lock) {
      const { failure } = refuse('one_time_code_wrong');
      return { kind: 'refused', failure, reason: 'wrong_code', lock: null };
    }
    const { failure } = exceeded(lock, attempt);
    return lock.caused
      ? { kind: 'refused', failure, reason: 'wrong_code', lock: { until: lock.until, tries: 'sign_in' } }
      : locked(failure);
  };
}

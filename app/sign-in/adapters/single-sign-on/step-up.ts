import { refuse, type Failure, type FailureCode, type Result } from '#events/failures.ts';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import type { Instant } from '#events/time.ts';
import { lockoutOf, type Attempt, type Attempts } from '#app/sign-in/adapters/attempts.ts';
import { exceeded, type CausedLock } from '#app/sign-in/adapters/credential-check.ts';

/** A signer who comes back from the issuer. `check`: what the issuer said. */
export interface StepUp<T> {
  user: string;
  settings: OrganisationSettings;
  address: string | null;
  now: Instant;
  check(): Promise<Result<T>>;
}

const counted = ['reauthentication_of_another', 'reauthentication_invalid'] as const;
type Counted = (typeof counted)[number];

export type StepUpOutcome<T> =
  | { readonly kind: 'accepted'; readonly value: T }
  | {
      readonly kind: 'refused';
      readonly failure: Failure;
      /** For the ledger; null where nothing was tried, such as while the issuer is away. */
      readonly reason: Counted | 'reauthentication_stale' | 'locked' | 'address_limited' | null;
      /** The lock that this failure caused, else null. */
      readonly lock: CausedLock | null;
    };

const isCounted = (code: FailureCode): code is Counted => (counted as readonly FailureCode[]).includes(code);

/**
 * Authenticating again in order to sign. A wrong answer counts toward the lock as a wrong password in a session does.
 */
export const createStepUp =
  (attempts: Attempts) =>
  async <T>({ user, settings, address, now, check }: StepUp<T>): Promise<StepUpOutcome<T>> => {
    const attempt: Attempt = { tried: { user }, place: 'session', address, now, lockout: lockoutOf(settings) };
    const refused = (
      failure: Failure,
      reason: Extract<StepUpOutcome<T>, { kind: 'refused' }>['reason'],
      lock: CausedLock | null,
    ) => ({ kind: 'refused', failure, reason, lock }) as const;
    const admission = await attempts.admit(attempt);
    if (admission.kind === 'locked') return refused(exceeded(admission, attempt).failure, 'locked', null);
    if (admission.kind === 'address_limited') {
      const { failure } = refuse('too_many_requests', { facts: { retryAfterSeconds: admission.seconds } });
      return refused(failure, 'address_limited', null);
    }
    const checked = await check();
    if (checked.ok) {
      const lock = await attempts.succeeded(attempt);
      return lock === null
        ? { kind: 'accepted', value: checked.value }
        : refused(exceeded(lock, attempt).failure, 'locked', null);
    }
    const { code } = checked.failure;
    // An issuer that does not ask again is no fault of the signer: it is recorded, and locks nobody.
    if (code === 'reauthentication_stale') return refused(checked.failure, code, null);
    if (!isCounted(code)) return refused(checked.failure, null, null);
    const lock = await attempts.failed(attempt);
    if (!lock) return refused(checked.failure, code, null);
    const caused = lock.caused ? { until: lock.until, tries: 'session' as const } : null;
    return refused(exceeded(lock, attempt).failure, lock.caused ? code : 'locked', caused);
  };

import { codeOf, isDiskFull } from '#events/error-code.ts';
import type { Failure } from '#events/failures.ts';
import { failureOfNoRoom } from '#app/kit/command/database-failures.ts';
import { isDatabaseUnavailable } from '#app/adapters/database/is-unavailable.ts';
import { isStorageUnavailable } from '#app/adapters/storage/is-unavailable.ts';
import { isUnfinished } from '#app/adapters/workers/pool.ts';

/**
 * The refusal where database or storage cannot be reached or is full, the clock is not confirmed, or work was not
 * finished in its time; else null.
 */
export function unavailabilityOf(fault: unknown): Failure | null {
  // A restart takes about ten seconds.
  const facts = { retryAfterSeconds: 10 };
  if (isStorageUnavailable(fault))
    return { code: 'storage_away', detail: 'Nothing was lost. Try again in a moment.', facts };
  if (isDatabaseUnavailable(fault))
    return { code: 'database_away', detail: 'What was saved before is safe. Try again in a moment.', facts };
  if (isUnfinished(fault)) return { code: 'busy', facts };
  if (codeOf(fault) === 'clock_not_confirmed') return { code: 'clock_not_confirmed', facts };
  return isDiskFull(fault) ? { code: 'database_full' } : failureOfNoRoom(fault);
}

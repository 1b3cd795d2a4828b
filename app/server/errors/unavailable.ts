import type { Failure } from '#events/failures.ts';
import { isDatabaseUnavailable } from '#app/database/is-unavailable.ts';
import { isStorageUnavailable } from '#app/storage/is-unavailable.ts';

/** The refusal for a fault of a part that cannot be reached at the moment; null where it is a fault of ours. */
export function failureOfAway(fault: unknown): Failure | null {
  // In seconds: a server that starts anew takes some.
  const facts = { retryAfterSeconds: 10 };
  if (isStorageUnavailable(fault))
    return { code: 'storage_away', detail: 'Nothing was lost. Try again in a moment.', facts };
  if (isDatabaseUnavailable(fault))
    return { code: 'database_away', detail: 'What was saved before is safe. Try again in a moment.', facts };
  return null;
}

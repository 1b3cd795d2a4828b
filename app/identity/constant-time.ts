import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that a refusal takes at least in all, and at least after the check: more than a checked password and a recorded failure. */
const least = { inAll: 300, afterTheCheck: 120 };

/**
 * Lets no refusal out sooner than so long after `begun` (`performance.now()`) and after this call. To be awaited beside what is recorded, not
 * after it: the failure of a person who exists is recorded, that of an unknown address is not, and the difference must not be measurable,
 * on a busy machine either.
 */
export async function constantTime(begun: number): Promise<void> {
  const left = least.inAll - (performance.now() - begun);
  await sleep(Math.max(left, least.afterTheCheck));
}

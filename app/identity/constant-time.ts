import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that a refusal takes at least in total, and at least after the check: more than a check and a record need. */
const least = { total: 300, afterCheck: 120 };

/**
 * Delays a refusal to the same time for known and unknown addresses. Await it beside the recording of the failure, not after it:
 * only a known person's failure is recorded, and that must not be measurable. `start`: `performance.now()`.
 */
export async function constantTime(start: number): Promise<void> {
  await sleep(Math.max(least.total - (performance.now() - start), least.afterCheck));
}

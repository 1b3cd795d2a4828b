import { setTimeout as sleep } from 'node:timers/promises';

/** The least milliseconds of a refusal, in total and after the check: longer than a check and a record take. */
const least = { total: 300, afterCheck: 120 };

/**
 * Delays a refusal to the same time for known and unknown addresses. Await it beside the recording of the failure, not
 * after it: only a known person's failure is recorded, and that must not be measurable. `start`: `performance.now()`.
 */
export async function constantTime(start: number): Promise<void> {
  await sleep(Math.max(least.total - (performance.now() - start), least.afterCheck));
}

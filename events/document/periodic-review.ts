import { addDays, later, type Instant } from '#events/time.ts';

/** When the version in force is due for review: `reviewInterval` days after it became effective or was reviewed. */
export const reviewDueAt = (effectiveAt: Instant, reviewedAt: Instant | null, reviewInterval: number): Instant =>
  addDays(later(effectiveAt, reviewedAt ?? effectiveAt), reviewInterval);

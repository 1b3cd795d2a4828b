import { addDays, later } from '#events/time.ts';

/** When the version in force is due for review: `reviewInterval` days after it became effective or was reviewed. */
export const reviewDueAt = (effectiveAt: string, reviewedAt: string | null, reviewInterval: number): string =>
  addDays(later(effectiveAt, reviewedAt ?? effectiveAt), reviewInterval);

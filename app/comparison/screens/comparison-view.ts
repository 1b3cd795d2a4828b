import type { OpenedComparison } from '#app/comparison/stored-comparisons.ts';
import { toPassageView } from '#app/comparison/engine/passage-view.ts';

/** Passages of one page of the list. */
export const passagesAtOnce = 100;

/** A comparison as its page shows it: one part of its passages, long ones cut. */
export function toComparisonView({ comparison: { passages, ...rest }, sha256 }: OpenedComparison, page: number) {
  const start = (page - 1) * passagesAtOnce;
  const shown = passages.slice(start, start + passagesAtOnce).map(toPassageView);
  return { ...rest, sha256, page, total: passages.length, passages: shown };
}

export type ComparisonView = ReturnType<typeof toComparisonView>;

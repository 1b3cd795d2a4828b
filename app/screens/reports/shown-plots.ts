import { addresses } from '#app/addresses.ts';
import type { Plots } from '#app/queries/report/plots.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

/** What the pictures are drawn from, with where they lead to. `position`: of the past, decimal text. */
export const shownPlots = ({ weeks, zone, departments, review, reviewsDue, at }: Plots, position?: string) => ({
  weeks,
  zone,
  departments: departments.map((bar) => ({
    ...bar,
    to: `${addresses.reports({ department: bar.uid, gaps: 'yes', position })}#matrix`,
  })),
  review: {
    ...review,
    slow: review.slow.map((slow) => ({
      to: addresses.auditTrail(slow.document, position && at),
      label: `${documentNumber(slow)} ${slow.version}`,
      month: slow.month,
      days: slow.days,
    })),
  },
  reviewsDue,
});

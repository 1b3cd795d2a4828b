import { addresses } from '#app/kit/addresses.ts';
import type { Plots } from '#app/reports/queries/plots.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

/** What the pictures are drawn from, with where they lead to. `place`: of the past, as it stands in an address. */
export const shownPlots = (
  { weeks, zone, departments, review, reviewsDue, at }: Plots,
  place: { position?: string | undefined; at?: string | undefined },
) => ({
  weeks,
  zone,
  departments: departments.map((bar) => ({
    ...bar,
    to: `${addresses.reports({ department: bar.uid, gaps: 'yes', position: place.position, at: place.at })}#matrix`,
  })),
  review: {
    ...review,
    slow: review.slow.map((slow) => ({
      to: addresses.auditTrail(slow.document, place.position && at),
      label: `${documentNumber(slow)} ${slow.version}`,
      month: slow.month,
      days: slow.days,
    })),
  },
  reviewsDue,
});

import { z } from 'zod';
import { ok } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';
import { minuteOf } from '#app/reports/queries/names.ts';
import { query } from '#app/kit/query/query.ts';
import { readDaysInReview, type DaysInReview } from '#app/reports/queries/days-in-review.ts';
import { readOpenByDepartment, type DepartmentBar } from '#app/reports/queries/open-by-department.ts';
import { readReviewsDue, type ReviewsDue } from '#app/reports/queries/reviews-due.ts';
import { latestSource, type Source } from '#app/reports/queries/source.ts';
import { readWeeks, type TrainingWeek } from '#app/reports/queries/weekly-training.ts';

/** What the pictures of the reports page are drawn from. */
export interface Plots {
  weeks: TrainingWeek[];
  departments: DepartmentBar[];
  review: DaysInReview;
  reviewsDue: ReviewsDue;
  /** The ledger position shown (decimal text), and when it is: due and overdue are relative to it. */
  position: string;
  at: Instant;
  zone: string;
}

export async function readPlots(source: Source): Promise<Plots> {
  const { position, at, zone } = source;
  return {
    weeks: await readWeeks(source),
    departments: await readOpenByDepartment(source),
    review: await readDaysInReview(source),
    reviewsDue: await readReviewsDue(source),
    position,
    at,
    zone,
  };
}

/** The same at the latest ledger position, with what is overdue now: as the home page says it. */
export const getPlots = query({
  name: 'report.plots',
  input: z.object({}),
  permission: 'report.view',
  cache: 'shared',
  async run(_, { db, org, now }) {
    const source = await latestSource(db, org);
    // A cached result counts for a minute: from its beginning, as the other reports of that minute.
    const minute = minuteOf(now);
    return ok(await readPlots({ ...source, at: source.at > minute ? source.at : minute }));
  },
});

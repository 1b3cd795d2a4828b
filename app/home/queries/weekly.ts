import { sql, type Kysely, type RawBuilder } from 'kysely';
import { addDays, addMs, type Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';

/** The weeks behind a figure. */
export const weeks = 12;

/** A number, and what it was at the end of each of twelve weeks, the oldest first. The last week ends now. */
export interface Figure {
  now: number;
  weeks: number[];
}

/** The beginning of the first week. */
export const firstMoment = (now: Instant): Instant => addDays(now, -7 * weeks);

/**
 * When each week ends, the last one now. One millisecond more: times have milliseconds, and a bucket ends with its
 * last.
 */
const endsOf = (now: Instant): Instant[] =>
  Array.from({ length: weeks }, (_, index) => addDays(addMs(now, 1), -7 * (weeks - 1 - index)));

/**
 * Counts periods by week. `periods` selects `of` (the name of a figure), `begins` and `ends` (null: not ended); a
 * period counts in each week at whose end it has begun and not ended. Names without a period have no entry.
 */
export async function countWeekly(
  db: Kysely<Database>,
  now: Instant,
  periods: RawBuilder<unknown>,
): Promise<Map<string, number[]>> {
  const ends = endsOf(now);
  const { rows } = await sql<{ of: string; begins: number; ends: number | null; periods: number }>`
    select "of", width_bucket(begins, ${ends}::timestamptz[]) as begins,
           width_bucket(ends, ${ends}::timestamptz[]) as ends, count(*)::integer as periods
    from (${periods}) period group by 1, 2, 3`.execute(db);
  const steps = new Map<string, number[]>();
  for (const row of rows) {
    const of = steps.get(row.of) ?? Array.from({ length: weeks + 1 }, () => 0);
    steps.set(row.of, of);
    of[row.begins]! += row.periods;
    if (row.ends !== null) of[row.ends]! -= row.periods;
  }
  return new Map(
    [...steps].map(([of, changes]) => {
      let count = 0;
      return [of, changes.slice(0, weeks).map((change) => (count += change))];
    }),
  );
}

export const noWeeks = (): number[] => Array.from({ length: weeks }, () => 0);

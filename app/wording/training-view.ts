import type { OpenTraining } from '#app/queries/training/list-open.ts';
import { eachMinute } from '#app/ui/kept/each-minute.ts';

/** A page of open training, and what its words depend on beside: `now` is exact to the minute. */
export type ToldTraining = ReturnType<typeof tellTraining>;

/** Puts a page of a person's open training into what its tab shows. */
export const tellTraining = eachMinute(({ records }: OpenTraining, zone, now) => ({ records, now, zone }));

import { showDate } from '#app/ui/text/date.ts';

const days = 14 * 24 * 3600 * 1000;

/** A future date in the format of the date fields. */
export const exampleDate = (now: string, zone: string): string => showDate(Date.parse(now) + days, zone);

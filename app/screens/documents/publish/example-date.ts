import { showDate } from '#app/ui/text/date.ts';

const days = 14 * 24 * 3600 * 1000;

/** A date that could be chosen, as the fields of an effective date take it. */
export const exampleDate = (now: string, zone: string): string => showDate(Date.parse(now) + days, zone);

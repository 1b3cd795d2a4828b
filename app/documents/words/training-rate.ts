import { inDigits, lasting } from '#app/ui/text/count.ts';

/** What every rate counts, beside the places that show rates in a column. */
export const rateBase = 'Trained: completed of assigned training records.';
export const matrixRateBase = 'Trained: completed of assigned training records, on versions in force.';

/** What the rate of one document counts. */
export const recordsCounted = ({ assigned, completed }: { assigned: number; completed: number }): string =>
  assigned === 0 ? 'Nobody is assigned' : `${inDigits(completed)} of ${lasting(assigned, 'training record')}`;

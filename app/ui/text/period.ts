import { showDate } from '#app/ui/text/date.ts';

/** Days of the organisation, both included: `2026-03-04`. */
export interface Period {
  from: string;
  /** Null where it has no end. */
  until: string | null;
}

/** `from 01 Jun 2026 until 12 Jun 2026`, both days included; `from 01 Jun 2026` where there is no end. */
export const periodWords = ({ from, until }: Period): string =>
  `from ${showDate(from, 'UTC')}${until === null ? '' : ` until ${showDate(until, 'UTC')}`}`;

import { createHash } from 'node:crypto';
import { addDays, addHours, addMs, type Instant } from '#events/time.ts';

/** A number from 0 to 1 that is always the same for a name. */
export const chanceOf = (name: string): number =>
  createHash('sha256').update(name).digest().readUInt32BE(0) / 0xffffffff;

/** Times of the demonstration, counted in days from its load. */
export class Calendar {
  readonly #midnight: Instant;

  constructor(readonly present: Instant) {
    this.#midnight = `${present.slice(0, 10)}T00:00:00.000Z`;
  }

  midnight(day: number): Instant {
    return addDays(this.#midnight, day);
  }

  /** A time of a working day: what would be on a weekend is on the Friday before. The minutes follow from the name. */
  at(day: number, hour: number, name: string): Instant {
    const weekday = new Date(this.midnight(day)).getUTCDay();
    const back = weekday === 6 ? 1 : weekday === 0 ? 2 : 0;
    const minutes = Math.floor(chanceOf(`minutes ${name}`) * 3_599_000);
    return addMs(addHours(this.midnight(day - back), hour), minutes);
  }
}

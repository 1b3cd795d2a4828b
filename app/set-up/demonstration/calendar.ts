import { createHash } from 'node:crypto';

const dayMs = 86_400_000;

/** A number from 0 to 1 that is always the same for a name. */
export const chanceOf = (name: string): number =>
  createHash('sha256').update(name).digest().readUInt32BE(0) / 0xffffffff;

/** Times of the demonstration, counted in days from its load (ISO 8601 in UTC). */
export class Calendar {
  readonly #midnight: number;

  constructor(readonly present: string) {
    this.#midnight = Date.parse(`${present.slice(0, 10)}T00:00:00.000Z`);
  }

  midnight(day: number): string {
    return new Date(this.#midnight + day * dayMs).toISOString();
  }

  /** A time of a working day: what would be on a weekend is on the Friday before. The minutes follow from the name. */
  at(day: number, hour: number, name: string): string {
    const weekday = new Date(this.#midnight + day * dayMs).getUTCDay();
    const back = weekday === 6 ? 1 : weekday === 0 ? 2 : 0;
    const minutes = Math.floor(chanceOf(`minutes ${name}`) * 3_599_000);
    return new Date(this.#midnight + (day - back) * dayMs + hour * 3_600_000 + minutes).toISOString();
  }
}

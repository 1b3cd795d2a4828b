import { UnsoundPdf } from '#app/adapters/pdf/structure/unsound.ts';

export const mostObjects = 1_000_000;
/** What the parts of an index say of objects, one after the other, the same objects too. */
const mostEntries = 2_000_000;

/** Where each object lies; the newest part of the index speaks first and wins. */
export class Places {
  #places = new Map<number, number>();
  highest = 0;
  #entries = 0;

  /** `place` is an offset, or minus the number of the object stream; null for an object that was deleted. */
  add(object: number, place: number | null): void {
    if (object > mostObjects) throw new UnsoundPdf('objects', 'There are too many objects');
    if (++this.#entries > mostEntries) throw new UnsoundPdf('objects', 'The index says more than there can be');
    if (this.#places.has(object)) return;
    this.#places.set(object, place ?? 0);
    this.highest = Math.max(this.highest, object);
  }

  /** In the order of the file, so that each object stream is unpacked once. */
  numbers(): number[] {
    const used = [...this.#places].filter(([, place]) => place !== 0);
    return used.sort(([, a], [, b]) => b - a).map(([object]) => object);
  }

  of(object: number): { offset: number; stream?: never } | { offset?: never; stream: number } | undefined {
    const place = this.#places.get(object);
    if (!place) return undefined;
    return place > 0 ? { offset: place } : { stream: -place };
  }
}

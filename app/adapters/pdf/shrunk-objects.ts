import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream, PDFRef } from 'pdf-lib';
import type { PDFObject } from 'pdf-lib';
import type { Shrink } from '#app/adapters/pdf/copy-layout.ts';
import type { PdfUpdate } from '#app/adapters/pdf/update.ts';

/** Coordinates of an annotation: x and y in turn (ISO 32000-1, 12.5.6). */
const coordinates = ['Rect', 'QuadPoints', 'L', 'Vertices', 'CL', 'InkList'] as const;

/**
 * Puts what lies on a page beside its content where the content now is: its annotations, whose coordinates are the
 * page's, and its patterns, whose matrices ignore what the content's own instructions scale (8.7.2).
 */
export class ShrunkObjects {
  readonly #annotations = new Set<string>();
  readonly #patterns = new Map<string, PDFRef>();

  constructor(private readonly update: PdfUpdate) {}

  async annotations(given: PDFArray, shrink: Shrink): Promise<PDFObject[]> {
    const { update } = this;
    const shrunk: PDFObject[] = [];
    for (const item of given.asArray()) {
      const annotation = await update.current(item);
      const known = item instanceof PDFRef && this.#annotations.has(item.tag);
      if (!(annotation instanceof PDFDict) || known) {
        shrunk.push(item);
        continue;
      }
      const copy = update.copyOf(annotation);
      for (const name of coordinates) {
        const points = await update.current(copy.get(PDFName.of(name)));
        if (points instanceof PDFArray) copy.set(PDFName.of(name), await this.#points(points, shrink, 0));
      }
      if (item instanceof PDFRef) {
        this.#annotations.add(item.tag);
        update.replace(item, copy);
      }
      shrunk.push(item instanceof PDFRef ? item : copy);
    }
    return shrunk;
  }

  async #points(points: PDFArray, shrink: Shrink, depth: number): Promise<PDFArray> {
    const { scale, dx, dy } = shrink;
    const shrunk = PDFArray.withContext(this.update.context);
    for (const [index, item] of points.asArray().entries()) {
      const value = await this.update.current(item);
      if (value instanceof PDFNumber) shrunk.push(PDFNumber.of(scale * value.asNumber() + (index % 2 === 0 ? dx : dy)));
      else if (value instanceof PDFArray && depth === 0) shrunk.push(await this.#points(value, shrink, 1));
      else shrunk.push(item);
    }
    return shrunk;
  }

  /** The `Pattern` resources of a page; undefined where it has none. */
  async patterns(given: PDFObject | undefined, shrink: Shrink): Promise<PDFDict | undefined> {
    const { update } = this;
    const found = await update.current(given);
    if (!(found instanceof PDFDict)) return undefined;
    const shrunk = PDFDict.withContext(update.context);
    for (const [name, item] of found.entries()) shrunk.set(name, await this.#pattern(item, shrink));
    return shrunk;
  }

  async #pattern(item: PDFObject, shrink: Shrink): Promise<PDFObject> {
    const { update } = this;
    const key = item instanceof PDFRef ? [item.tag, ...Object.values(shrink)].join(' ') : null;
    const known = key === null ? undefined : this.#patterns.get(key);
    if (known) return known;
    const pattern = await update.current(item);
    const isStream = pattern instanceof PDFRawStream;
    if (!isStream && !(pattern instanceof PDFDict)) return item;
    const dict = update.copyOf(isStream ? pattern.dict : pattern);
    dict.set(PDFName.of('Matrix'), await this.#matrix(dict.get(PDFName.of('Matrix')), shrink));
    const ref = update.context.register(isStream ? PDFRawStream.of(dict, pattern.contents) : dict);
    if (key !== null) this.#patterns.set(key, ref);
    return ref;
  }

  async #matrix(given: PDFObject | undefined, { scale, dx, dy }: Shrink): Promise<PDFArray> {
    const { update } = this;
    const found = await update.current(given);
    const values = [1, 0, 0, 1, 0, 0];
    if (found instanceof PDFArray)
      for (let index = 0; index < 6; index++) {
        const value = await update.current(found.get(index));
        if (value instanceof PDFNumber) values[index] = value.asNumber();
      }
    const matrix = PDFArray.withContext(update.context);
    for (const [index, value] of values.entries())
      matrix.push(PDFNumber.of(scale * value + (index === 4 ? dx : index === 5 ? dy : 0)));
    return matrix;
  }
}

import { type } from '#app/adapters/pdf/colours.ts';
import type { Typesetter } from '#app/adapters/pdf/type/typesetter.ts';

interface Reference {
  id: number;
  end(content: string): void;
}

/** Parts of pdfkit that its types lack. */
interface Internals {
  page: { content: Reference; dictionary: { data: Record<string, unknown> } };
  ref(data: unknown): Reference;
  _font: { id: string; encode(text: string): [string[], unknown]; widthOfString(text: string, size: number): number };
}

/**
 * `Page 3 of 812` on every page of a streamed document. The count is known only at the end, so the last part of each
 * page's content (ISO 32000-1, 7.7.3.3) is written then.
 */
export class PageCount {
  readonly #pdf: Internals;
  readonly #feet: Reference[] = [];

  constructor(document: PDFKit.PDFDocument) {
    this.#pdf = document as unknown as Internals;
  }

  /** Call for each page before it is turned, after writing something in the style of the foot. */
  add(): void {
    const { page } = this.#pdf;
    const foot = this.#pdf.ref({});
    page.dictionary.data.Contents = [page.content, foot];
    this.#feet.push(foot);
  }

  /** Writes the numbers before the document ends. `right`: the line's end, `y`: its top. */
  end(set: Typesetter, right: number, y: number): void {
    const { size, leading, color } = type.foot;
    set.use(type.foot, '0');
    const { _font: font } = this.#pdf;
    const baseline = (y + leading / 2 + size * 0.34).toFixed(2);
    const ink = [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(4)).join(' ');
    this.#feet.forEach((foot, index) => {
      const words = `Page ${index + 1} of ${this.#feet.length}`;
      const [codes] = font.encode(words);
      const x = (right - font.widthOfString(words, size)).toFixed(2);
      foot.end(
        `/Artifact <</Type /Pagination>> BDC q 1 0 0 -1 ${x} ${baseline} cm ` +
          `BT ${ink} rg /${font.id} ${size} Tf <${codes.join('')}> Tj ET Q EMC`,
      );
    });
  }
}

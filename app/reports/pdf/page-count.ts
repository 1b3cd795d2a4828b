import { type } from '#app/pdf/ink.ts';
import type { Typesetter } from '#app/pdf/type/typesetter.ts';

interface Reference {
  id: number;
  data: Record<string, unknown>;
  end(content: string): void;
}

/** The parts of pdfkit that its types leave out. */
interface Internals {
  page: { xobjects: Record<string, Reference> };
  ref(data: unknown): Reference;
  addContent(content: string): void;
  _font: { id: string; ref(): Reference; encode(text: string): [string[], unknown] };
}

const name = 'PageCount';
const room = 26;

/**
 * `Page 3 of 812` on every page of a document that is written as it is drawn: how many there are is known at the end alone, so each
 * page shows one form (ISO 32000-1, 8.10) that is written then.
 */
export class PageCount {
  readonly #pdf: Internals;
  readonly #form: Reference;
  #page = 0;

  constructor(document: PDFKit.PDFDocument) {
    this.#pdf = document as unknown as Internals;
    this.#form = this.#pdf.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, -4, room, 12] });
  }

  /** Writes the next page's number; `right` is where the line ends, `y` its top. */
  draw(set: Typesetter, right: number, y: number): void {
    this.#page += 1;
    const words = `Page ${this.#page} of`;
    const start = right - room;
    const width = set.widthOf(words, type.foot);
    set.write(words, start - width, y, width + 1, type.foot);
    this.#pdf.page.xobjects[name] = this.#form;
    const baseline = y + type.foot.leading / 2 + type.foot.size * 0.34;
    this.#pdf.addContent(`q 1 0 0 -1 ${start.toFixed(2)} ${baseline.toFixed(2)} cm /${name} Do Q`);
  }

  /** Writes the number of all pages. To be called before the document ends. */
  end(set: Typesetter): void {
    const words = ` ${this.#page}`;
    set.use(type.foot, String(this.#page));
    const { _font: font } = this.#pdf;
    const [codes] = font.encode(words);
    this.#form.data.Resources = { Font: { [font.id]: font.ref() } };
    const [r, g, b] = [1, 3, 5].map((at) => (Number.parseInt(type.foot.color.slice(at, at + 2), 16) / 255).toFixed(4));
    this.#form.end(`BT ${r} ${g} ${b} rg /${font.id} ${type.foot.size} Tf 0 0 Td <${codes.join('')}> Tj ET`);
  }
}

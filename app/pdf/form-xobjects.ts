interface Reference {
  id: number;
  end(content: string): void;
}

/** The parts of pdfkit that its types leave out. */
interface Internals {
  page: { fonts: Record<string, unknown>; xobjects: Record<string, unknown> };
  ref(data: unknown): Reference;
  addContent(content: string): unknown;
}

/** Left, top, right and bottom, in points around the stencil's own place. */
export type Box = readonly [number, number, number, number];

/**
 * Drawings that come again and again, each written once as a form (ISO 32000-1, 8.10) and shown wherever it is wanted: a cell of a
 * matrix is then a few letters of a page.
 */
export class Stencils {
  readonly #pdf: Internals;
  readonly #forms = new Map<string, { name: string; reference: Reference }>();

  constructor(document: PDFKit.PDFDocument) {
    this.#pdf = document as unknown as Internals;
  }

  /** The name by which this page's content shows the drawing of that key; `draw` draws it at 0, 0 the first time. */
  name(key: string, box: Box, draw: () => void): string {
    let form = this.#forms.get(key);
    if (!form) {
      form = { name: `S${this.#forms.size}`, reference: this.#cut(box, draw) };
      this.#forms.set(key, form);
    }
    this.#pdf.page.xobjects[form.name] ??= form.reference;
    return form.name;
  }

  #cut(box: Box, draw: () => void): Reference {
    const content: string[] = [];
    // pdfkit draws onto a page alone: what it draws is caught on its way there.
    this.#pdf.addContent = (line) => {
      content.push(line);
      return this.#pdf;
    };
    try {
      draw();
    } finally {
      Reflect.deleteProperty(this.#pdf, 'addContent');
    }
    const { fonts } = this.#pdf.page;
    const drawn = content.join('\n');
    const used = new Set(Array.from(drawn.matchAll(/\/(F\d+) [\d.]+ Tf/g), ([, font = '']) => font));
    const form = this.#pdf.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: box,
      Resources: { Font: Object.fromEntries([...used].map((font) => [font, fonts[font]])) },
    });
    form.end(drawn);
    return form;
  }
}

/** Content that shows a stencil with its place at `x`, `y`. */
export const shown = (name: string, x: number, y: number): string =>
  `q 1 0 0 1 ${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100} cm /${name} Do Q`;

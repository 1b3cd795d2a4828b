import type { Face } from '#app/pdf/type/font-set.ts';

interface Glyph {
  xAdvance: number;
  xOffset: number;
  yOffset: number;
  /** What the font itself moves on; the rest is kerning. */
  advanceWidth: number;
}

/** The parts of pdfkit that its types leave out. */
interface Internals {
  page: { fonts: Record<string, unknown> };
  _font: { id: string; ref(): unknown; encode(text: string): [string[], Glyph[]] };
  addContent(content: string): void;
}

/** Words come again and again: so many are kept as they are shown. */
const mostKept = 20_000;

/**
 * Shows text in pdfkit's current font with one operation, worked out once for each text: pdfkit's own `text` measures and lays out
 * anew each time, which is most of what a long table costs.
 */
export class Glyphs {
  readonly #pdf: Internals;
  readonly #kept = new Map<string, string | null>();

  constructor(private readonly document: PDFKit.PDFDocument) {
    this.#pdf = document as unknown as Internals;
  }

  /** `x` and `baseline` in points from the left and the top; colour as `#rrggbb`. */
  show(text: string, { size, color }: Face & { color: string }, x: number, baseline: number): void {
    const pdf = this.#pdf;
    const font = pdf._font;
    const key = `${font.id} ${text}`;
    let glyphs = this.#kept.get(key);
    if (glyphs === undefined) {
      if (this.#kept.size >= mostKept) this.#kept.clear();
      this.#kept.set(key, (glyphs = operation(font.encode(text))));
    }
    if (glyphs === null) {
      this.document.fillColor(color).text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
      return;
    }
    pdf.page.fonts[font.id] ??= font.ref();
    // pdfkit's pages count from the top: letters are turned upright again.
    const place = `1 0 0 -1 ${rounded(x)} ${rounded(baseline)} Tm`;
    pdf.addContent(`BT ${inkOf(color)} rg /${font.id} ${size} Tf ${place} ${glyphs} ET`);
  }
}

/** Null where a glyph stands above or beside its place, as marks of some scripts do: pdfkit sets those one by one. */
function operation([codes, places]: [string[], Glyph[]]): string | null {
  const parts: string[] = [];
  let run = '';
  for (const [index, { xAdvance, xOffset, yOffset, advanceWidth }] of places.entries()) {
    if (xOffset || yOffset) return null;
    run += codes[index];
    if (xAdvance === advanceWidth) continue;
    parts.push(`<${run}> ${rounded(advanceWidth - xAdvance)}`);
    run = '';
  }
  return `[${parts.join(' ')}${run && `<${run}>`}] TJ`;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

const inks = new Map<string, string>();

/** `#rrggbb` as three numbers from 0 to 1. */
function inkOf(color: string): string {
  let ink = inks.get(color);
  if (ink === undefined) {
    ink = [1, 3, 5].map((at) => rounded(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');
    inks.set(color, ink);
  }
  return ink;
}

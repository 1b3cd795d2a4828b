import bidiFactory from 'bidi-js';
import type { SubsetFont, Face, FontSet } from '#app/adapters/pdf/type/font-set.ts';

/** Leading (from baseline to baseline) in points; colour as `#rrggbb`. */
export interface Style extends Face {
  leading: number;
  color: string;
  /** A line under the words, or through them. */
  line?: 'under' | 'through';
}

/** A part of a text with its style. */
export interface Span {
  text: string;
  style: Style;
}

interface Piece extends Span {
  font: SubsetFont;
  width: number;
}

/** One line in visual order, from left to right. */
export interface Line {
  pieces: Piece[];
  width: number;
}

interface Cluster extends Piece {
  /** Bidirectional embedding level (UAX 9); odd is right to left. */
  level: number;
}

const bidi = bidiFactory();
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Scripts without spaces, where a line may break at any character. */
const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const unspaced = new RegExp(`[${unspacedScripts.map((name) => `\\p{Script=${name}}`).join('')}]`, 'u');
const closing = /^[\p{Pe}\p{Pf}\p{Po}ー゛゜々]/u;
const opening = /[\p{Ps}\p{Pi}]$/u;

/**
 * Typesets text of any script into a pdfkit document: each character in the first font that has it, with line breaks
 * by script and both directions of reading (Unicode Standard Annex 9). fontkit shapes the runs.
 */
export class Typesetter {
  #fonts = new Set<string>();

  constructor(
    readonly document: PDFKit.PDFDocument,
    private readonly fontSet: FontSet,
  ) {}

  /**
   * Breaks text into lines no wider than `width` points, inside a word only when it is wider than a line. The first
   * letter decides the direction; an `english` sentence is always left to right.
   */
  lines(text: string, style: Style, width: number, english = false): Line[] {
    return text.split('\n').flatMap((paragraph) => this.paragraph([{ text: paragraph, style }], width, english));
  }

  /** Width in points of text on one line. */
  widthOf(text: string, style: Style): number {
    return this.lines(text, style, Number.POSITIVE_INFINITY).reduce((widest, line) => Math.max(widest, line.width), 0);
  }

  /**
   * Draws lines whose box begins at `x`, `y`, with the leading of `style`; returns the y below them. Right-to-left text
   * is aligned left too, as on the screen.
   */
  draw(
    lines: Line[],
    x: number,
    y: number,
    style: Style,
    box?: { width: number; align: 'start' | 'end' | 'center' },
  ): number {
    lines.forEach((line, index) => {
      const spare = box ? box.width - line.width : 0;
      const align = box?.align ?? 'start';
      let at = x + { start: 0, center: spare / 2, end: spare }[align];
      const baseline = y + index * style.leading + style.leading / 2 + style.size * 0.34;
      for (const piece of line.pieces) {
        // A space between two fonts is not drawn; readers infer it from the gap.
        if (piece.text.trim() !== '') {
          this.#use(piece.font, piece.style.size);
          this.document
            .fillColor(piece.style.color)
            .text(piece.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
          const { line: drawn, size } = piece.style;
          const height = baseline + size * (drawn === 'under' ? 0.16 : -0.26);
          if (drawn) this.document.rect(at, height, piece.width, size * 0.06).fill(piece.style.color);
        }
        at += piece.width;
      }
    });
    return y + lines.length * style.leading;
  }

  /** Breaks and draws a text. */
  write(
    text: string,
    x: number,
    y: number,
    width: number,
    style: Style,
    align: 'start' | 'end' | 'center' = 'start',
  ): number {
    return this.draw(this.lines(text, style, width), x, y, style, { width, align });
  }

  /** Draws a short text in the middle of `x` as outlines: a reader of the page's text does not find it. */
  outline(text: string, x: number, baseline: number, style: Style): void {
    const { font } = this.#own(text, style).font;
    const { glyphs, positions } = font.layout(text);
    const scale = style.size / font.unitsPerEm;
    const advances = positions.map(({ xAdvance }) => xAdvance);
    const { document } = this;
    document.save().translate(x, baseline).scale(scale, -scale);
    document.translate(-advances.reduce((sum, advance) => sum + advance, 0) / 2, 0);
    glyphs.forEach(({ path }, index) => {
      document.path(path.toSVG()).fill(style.color);
      document.translate(advances[index] ?? 0, 0);
    });
    document.restore();
  }

  /** Selects the font of a run. */
  use(style: Style, text: string): void {
    this.#use(this.#own(text, style).font, style.size);
  }

  #use({ name, font }: SubsetFont, size: number): void {
    if (!this.#fonts.has(name)) {
      // pdfkit accepts an open font; its types only know files.
      this.document.registerFont(name, font as unknown as Buffer);
      this.#fonts.add(name);
    }
    this.document.font(name).fontSize(size);
  }

  /** Breaks a paragraph of parts in different styles and of one leading. */
  paragraph(spans: Span[], width: number, english = false): Line[] {
    const given = spans.map((span) => ({ ...span, text: span.text.normalize('NFC') }));
    const text = given.map((span) => span.text).join('');
    const embedding = bidi.getEmbeddingLevels(text, english ? 'ltr' : 'auto');
    const all: Cluster[] = [];
    let start = 0;
    for (const { text: stretch, style } of given) {
      for (const { segment, index } of clusters.segment(stretch)) {
        const level = embedding.levels[start + index] ?? 0;
        const shown = segment === '\t' ? ' ' : segment;
        const known = this.#known(shown, style, stretch);
        if (known) all.push({ text: shown, style, level, ...known });
        else
          for (const one of spelledOut(shown))
            all.push({ text: one, style, level: level & ~1, ...this.#own(one, style) });
      }
      start += stretch.length;
    }
    const lines: Cluster[][] = [];
    let line: Cluster[] = [];
    let used = 0;
    for (const word of wordsOf(all)) {
      const solid = widthOf(trimEnd(word));
      if (line.length > 0 && used + solid > width) {
        lines.push(line);
        [line, used] = [[], 0];
      }
      for (const cluster of word) {
        // Only a word wider than the line is broken inside.
        if (line.length > 0 && solid > width && used + cluster.width > width) {
          lines.push(line);
          [line, used] = [[], 0];
        }
        line.push(cluster);
        used += cluster.width;
      }
    }
    lines.push(line);
    return lines.map((one) => this.#arrange(trimEnd(one)));
  }

  #widths = new Map<string, { font: SubsetFont; width: number }>();

  /** A cluster's font and width; null when no font has it. Han characters depend on the surrounding text. */
  #known(text: string, style: Style, around: string): { font: SubsetFont; width: number } | null {
    const key = `${style.typeface} ${style.weight} ${style.size} ${text}`;
    const known = this.#widths.get(key);
    if (known) return known;
    const font = this.fontSet.fontFor(text, style, around);
    if (!font) return null;
    this.#use(font, style.size);
    const found = { font, width: this.document.widthOfString(text) };
    if (!/\p{Script=Han}/u.test(text)) this.#widths.set(key, found);
    return found;
  }

  #own(text: string, style: Style): { font: SubsetFont; width: number } {
    const known = this.#known(text, style, text);
    if (!known) throw new Error('The font set holds no font');
    return known;
  }

  /** Joins clusters of one font and direction into runs, and puts the runs in visual order (UAX 9, rule L2). */
  #arrange(line: Cluster[]): Line {
    const runs: Cluster[] = [];
    for (const cluster of line) {
      const last = runs.at(-1);
      // A right-to-left run ends at a space, since pdfkit draws words separately in logical order.
      const joins =
        last &&
        last.font === cluster.font &&
        last.style === cluster.style &&
        last.level === cluster.level &&
        ((cluster.level & 1) === 0 || (last.text !== ' ' && cluster.text !== ' '));
      if (joins) last.text += cluster.text;
      else runs.push({ ...cluster });
    }
    const highest = Math.max(0, ...runs.map(({ level }) => level));
    for (let level = highest; level > 0; level--) {
      for (let from = 0; from < runs.length; from++) {
        let to = from;
        while (to < runs.length && (runs[to]?.level ?? 0) >= level) to++;
        if (to > from) runs.splice(from, to - from, ...runs.slice(from, to).reverse());
        from = to;
      }
    }
    const pieces = runs.map(({ text, font, style, level }): Piece => {
      this.#use(font, style.size);
      const drawn = (level & 1) === 1 ? mirrored(text) : text;
      return { text: drawn, style, font, width: this.document.widthOfString(drawn) };
    });
    return { pieces, width: widthOf(pieces) };
  }
}

/** Names a character that no font has, so that nothing of a record is lost: `[U+1F600]`. */
const spelledOut = (cluster: string): string[] =>
  Array.from(cluster)
    .map((one) => `[U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`)
    .join('')
    .split('');

const widthOf = (pieces: { width: number }[]): number => pieces.reduce((sum, { width }) => sum + width, 0);

/** Reverses a run of signs in right-to-left text and mirrors brackets. */
const mirrored = (text: string): string =>
  /[\p{L}\p{N}]/u.test(text)
    ? text
    : Array.from(text, (sign) => bidi.getMirroredCharacter(sign) ?? sign)
        .reverse()
        .join('');

function trimEnd(line: Cluster[]): Cluster[] {
  let end = line.length;
  while (end > 0 && line[end - 1]?.text === ' ') end--;
  return line.slice(0, end);
}

/** Groups clusters into unbreakable pieces; spaces end the piece before them. */
function wordsOf(all: Cluster[]): Cluster[][] {
  const words: Cluster[][] = [];
  all.forEach((cluster, index) => {
    const before = all[index - 1];
    const word = words.at(-1);
    if (!before || !word || mayBreak(before.text, cluster.text)) words.push([cluster]);
    else word.push(cluster);
  });
  return words;
}

function mayBreak(before: string, after: string): boolean {
  if (after === ' ') return false;
  if (before === ' ') return true;
  if (closing.test(after) || opening.test(before)) return false;
  // No break between a hyphen and a number (UAX 14, LB25), as in a document ID or a date.
  const hyphen = before === '-' && !/^\p{Nd}/u.test(after);
  return unspaced.test(before) || unspaced.test(after) || hyphen || before === '/';
}

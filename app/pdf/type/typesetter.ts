import bidiFactory from 'bidi-js';
import type { SubsetFont, Face, FontSet } from '#app/pdf/type/font-set.ts';

/** Leading (from baseline to baseline) in points; colour as `#rrggbb`. */
export interface Style extends Face {
  leading: number;
  color: string;
}

/** A stretch of text in a style of its own. */
export interface Span {
  text: string;
  style: Style;
}

interface Piece extends Span {
  font: SubsetFont;
  width: number;
}

/** One line in the order in which it is drawn, from left to right. */
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
/** Scripts that are written without spaces: a line may break beside any of their characters. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const closing = /^[\p{Pe}\p{Pf}\p{Po}ー゛゜々]/u;
const opening = /[\p{Ps}\p{Pi}]$/u;

/**
 * Sets text of any script into a pdfkit document: each character in the first font that has it, lines broken where the
 * script allows, both directions of reading (Unicode Standard Annex 9). The shaping of a run is fontkit's.
 */
export class Typesetter {
  #fonts = new Set<string>();

  constructor(
    readonly document: PDFKit.PDFDocument,
    private readonly fontSet: FontSet,
  ) {}

  /**
   * Breaks text into lines no wider than `width` points. A word that is wider than a line is broken within. Text is read in the direction of
   * its first letter, as a name or a reason is written; an English sentence (`english`) from left to right whoever it begins with.
   */
  lines(text: string, style: Style, width: number, english = false): Line[] {
    return text.split('\n').flatMap((paragraph) => this.paragraph([{ text: paragraph, style }], width, english));
  }

  /** Width in points of text on one line. */
  widthOf(text: string, style: Style): number {
    return this.lines(text, style, Number.POSITIVE_INFINITY).reduce((widest, line) => Math.max(widest, line.width), 0);
  }

  /**
   * Draws lines whose box begins at `x`, `y`, with the leading of `style`; gives back the y below them. What is read from right to left
   * stands at the left of its box all the same, in its place of an English page, as on the screen.
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
        // A space between two fonts is drawn by neither: readers know it by the gap.
        if (piece.text.trim() !== '') {
          this.#use(piece.font, piece.style.size);
          this.document
            .fillColor(piece.style.color)
            .text(piece.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
        }
        at += piece.width;
      }
    });
    return y + lines.length * style.leading;
  }

  /** Sets and draws in one step. */
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

  /** Makes the font current in which a text of one script is set. */
  use(style: Style, text: string): void {
    this.#use(this.#own(text, style).font, style.size);
  }

  #use({ name, font }: SubsetFont, size: number): void {
    if (!this.#fonts.has(name)) {
      // pdfkit accepts a font that is already open; its types know files alone.
      this.document.registerFont(name, font as unknown as Buffer);
      this.#fonts.add(name);
    }
    this.document.font(name).fontSize(size);
  }

  /** The same for one paragraph of stretches in different styles, of one leading. */
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
        // Only a word that alone is wider than the line is broken within.
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

  /** A cluster's font and width, or null where no font has it. Han characters depend on the text around them. */
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
      // A right-to-left run ends at a space: pdfkit sets words apart, in the order in which they are written.
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

/** A character that no font has is named, so that nothing of a record vanishes: `[U+1F600]`. */
const spelledOut = (cluster: string): string[] =>
  Array.from(cluster)
    .map((one) => `[U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`)
    .join('')
    .split('');

const widthOf = (pieces: { width: number }[]): number => pieces.reduce((sum, { width }) => sum + width, 0);

/** Signs that stand among themselves in a right-to-left run come in its order, brackets and the like with their other face. */
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

/** Groups clusters into pieces that a line may not break within; spaces end the piece before them. */
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
  // A hyphen keeps the number that follows it (UAX 14, LB25): a doc ID or a date is not torn.
  const hyphen = before === '-' && !/^\p{Nd}/u.test(after);
  return unspaced.test(before) || unspaced.test(after) || hyphen || before === '/';
}

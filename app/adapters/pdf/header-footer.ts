import { buffer } from 'node:stream/consumers';
import PDFKit from 'pdfkit';
import { ink, type } from '#app/adapters/pdf/colours.ts';
import { openFontSet } from '#app/adapters/pdf/type/font-set.ts';
import { Typesetter } from '#app/adapters/pdf/type/typesetter.ts';
import type { Line, Style } from '#app/adapters/pdf/type/typesetter.ts';

/** The texts in the margin of every page of a controlled copy. */
export interface CopyMarks {
  /** `SOP - QA - 017, version 2.1` */
  name: string;
  /** `Effective since 04 Mar 2026` */
  status: string;
  /** Who took it and when: `Taken by Hana Kobayashi, 21 Nov 2026 15:04:05 UTC.` */
  taken: string;
  /** A warning when the version is not effective. */
  warning: { words: string; tone: 'stop' | 'wait' } | null;
}

/** The header and footer for one page width, as pages of the stamp PDF. In points. */
export interface Band {
  /** Index of the page and its height. */
  foot: { page: number; height: number };
  head: { page: number; height: number } | null;
}

const side = 20;
const foot = { ...type.small, size: 7.5, leading: 9.6 } satisfies Style;
const footStrong = { ...foot, weight: 600, color: ink.record } satisfies Style;
const head = { ...type.strong, size: 10.5, leading: 14, color: '#ffffff' } satisfies Style;
const pad = 4;

const heightOf = (lines: Line[], { leading }: Style): number => lines.length * leading + 2 * pad;

/** Draws bands of any width (points): text alone, without a ground. Equal marks and widths give equal bytes. */
export class Bands {
  readonly #written: Promise<Buffer>;
  readonly #lines = new Map<number, { foot: Line[]; head: Line[] | null }>();
  readonly #drawn = new Map<number, Band>();
  #pages = 0;

  private constructor(
    private readonly set: Typesetter,
    private readonly marks: CopyMarks,
  ) {
    this.#written = buffer(set.document);
  }

  static async open(marks: CopyMarks): Promise<Bands> {
    const document = new PDFKit({
      autoFirstPage: false,
      margin: 0,
      compress: true,
      font: '',
      info: { CreationDate: new Date(0) },
    });
    const texts = [marks.name, marks.status, marks.taken, marks.warning?.words ?? ''];
    return new Bands(new Typesetter(document, await openFontSet([foot, footStrong, head], texts)), marks);
  }

  /** The heights of both bands together at this width. */
  height(width: number): number {
    const lines = this.#linesAt(width);
    return heightOf(lines.foot, foot) + (lines.head ? heightOf(lines.head, head) : 0);
  }

  /** The bands of this width, drawn once. */
  at(width: number): Band {
    const known = this.#drawn.get(width);
    if (known) return known;
    const lines = this.#linesAt(width);
    const band = { foot: this.#draw(width, lines.foot, foot), head: lines.head && this.#draw(width, lines.head, head) };
    this.#drawn.set(width, band);
    return band;
  }

  /** The PDF that holds every band that was asked for. */
  pdf(): Promise<Buffer> {
    this.set.document.end();
    return this.#written;
  }

  #linesAt(width: number): { foot: Line[]; head: Line[] | null } {
    const known = this.#lines.get(width);
    if (known) return known;
    const { set, marks } = this;
    const measure = width - 2 * marginOf(width);
    const words = [
      { text: `${marks.name}   `, style: footStrong },
      { text: `${marks.status}   `, style: footStrong },
      { text: marks.taken, style: foot },
    ];
    const lines = {
      foot: set.paragraph(words, measure),
      head: marks.warning && set.lines(marks.warning.words, head, measure),
    };
    this.#lines.set(width, lines);
    return lines;
  }

  #draw(width: number, lines: Line[], style: Style): { page: number; height: number } {
    const height = heightOf(lines, style);
    this.set.document.addPage({ size: [width, height], margin: 0 });
    const margin = marginOf(width);
    this.set.draw(lines, margin, pad, style, { width: width - 2 * margin, align: 'start' });
    return { page: this.#pages++, height };
  }
}

const marginOf = (width: number): number => Math.min(side, width / 20);

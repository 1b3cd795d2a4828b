import type { Readable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import PDFKit from 'pdfkit';
import { oxfordRule } from '#app/adapters/pdf/drawing.ts';
import { measure, paper, type } from '#app/adapters/pdf/colours.ts';
import { openFontSet } from '#app/adapters/pdf/type/font-set.ts';
import type { Face } from '#app/adapters/pdf/type/font-set.ts';
import { Typesetter } from '#app/adapters/pdf/type/typesetter.ts';
import type { Line, Style } from '#app/adapters/pdf/type/typesetter.ts';
import type { SignatureRequest } from '#app/adapters/pdf/certified-pdf.ts';
import { addSealField } from '#app/adapters/pdf/report/seal-field.ts';
import { PageCount } from '#app/adapters/pdf/report/page-count.ts';
import { fixedWords, type Frame } from '#app/adapters/pdf/report/frame.ts';

/** A structure element (ISO 32000-1, 14.7), open for children until it is ended. */
export type Tag = PDFKit.PDFStructureElement;

/** The attributes of a table cell; pdfkit's types lack `scope`. */
export interface TagOptions {
  scope?: 'Column' | 'Row';
  /** The text for screen readers instead of the content. */
  actual?: string;
  /** What a figure shows. */
  alt?: string;
}

export interface ReportOptions extends Pick<Frame, 'title' | 'at' | 'madeBy' | 'damage'> {
  /** The lines at the foot of each page. */
  foot: string[];
  landscape?: boolean;
  /** Every text of the report, for its font subsets. */
  texts: Iterable<string>;
  /** The signature that it is drawn with the place of. Without one it does not leave the system as it is. */
  signature: SignatureRequest | null;
  /** Typefaces in addition to those of every report. */
  faces?: Face[];
}

const aboveFoot = 26;
/** The lines that fit in the bottom margin; further ones are added above. */
const usualFoot = 2;
const headings = { H1: type.title, H2: type.heading } as const;
/** Bytes buffered before drawing waits for the reader. */
const mostWaiting = 512 * 1024;

/** An A4 report, tagged for screen readers, with embedded fonts, numbered pages and its frame at their foot. */
export class Report {
  /** The current position, in points from the top of the page. */
  y: number = paper.margin;
  readonly left = paper.margin;
  readonly topOfPage = paper.margin;
  readonly width: number;
  readonly bottom: number;
  /** Draws the repeated head of further pages; returns the y below it. */
  repeatedHead: ((y: number) => number) | null = null;
  readonly #root: Tag;
  readonly #count: PageCount;
  readonly #foot: Line[];
  readonly #footTop: number;
  readonly #endSeal: (() => void) | null;
  #drawn = 0;

  private constructor(
    readonly set: Typesetter,
    private readonly options: ReportOptions,
  ) {
    const { page } = this.pdf;
    this.width = options.landscape ? page.width - 2 * paper.margin : measure;
    // As many lines as it takes, since the filters and the ledger position must not be cut.
    this.#foot = options.foot.flatMap((text) => set.lines(text, type.foot, this.width * 0.86));
    const more = Math.max(0, this.#foot.length - usualFoot) * type.foot.leading;
    this.#footTop = page.height - paper.foot - more;
    this.bottom = this.#footTop - aboveFoot;
    this.#root = this.pdf.struct('Document');
    this.pdf.addStructure(this.#root);
    this.#count = new PageCount(this.pdf);
    this.#endSeal = options.signature && addSealField(this.pdf, options.signature);
  }

  /**
   * Streams a report while it is drawn, as fast as it is read, so that memory does not grow with its length. An
   * error of `draw` destroys the stream.
   */
  static async stream(options: ReportOptions, draw: (report: Report) => Promise<void>): Promise<Readable> {
    const document = new PDFKit({
      size: 'A4',
      layout: options.landscape ? 'landscape' : 'portrait',
      margin: 0,
      pdfVersion: '1.7',
      lang: 'en-GB',
      tagged: true,
      displayTitle: true,
      info: {
        Title: options.title,
        Author: options.madeBy,
        Subject: options.foot.join(' '),
        Creator: 'Imprimatur',
        Producer: 'Imprimatur',
        CreationDate: new Date(options.at),
        ModDate: new Date(options.at),
      },
    });
    const words = [options.title, ...options.foot, fixedWords];
    const faces = [
      ...Object.values(headings),
      type.kicker,
      type.subtitle,
      type.text,
      type.strong,
      type.alarm,
      type.note,
      type.foot,
    ];
    const fontSet = await openFontSet([...faces, ...(options.faces ?? [])], [...words, ...options.texts]);
    const report = new Report(new Typesetter(document, fontSet), options);
    draw(report)
      .then(() => report.#end())
      .catch((error: unknown) => document.destroy(error instanceof Error ? error : new Error(String(error))));
    return document;
  }

  get pdf(): PDFKit.PDFDocument {
    return this.set.document;
  }

  /** Draws the title block: a line above, the title, lines below, a double rule. */
  masthead(kicker: string, ...below: string[]): void {
    this.paragraph(kicker, type.kicker);
    this.heading(this.options.title, 'H1');
    for (const line of below.filter(Boolean)) this.paragraph(line, type.subtitle, 'P', true);
    if (this.options.damage) this.paragraph(this.options.damage, type.alarm);
    this.decoration(() => oxfordRule(this.pdf, this.left, this.y + 7, this.width));
    this.y += 28;
  }

  heading(text: string, tag: 'H1' | 'H2'): void {
    const style = headings[tag];
    this.need(style.leading * 3);
    this.paragraph(text, style, tag);
    this.y += 2;
  }

  /** Adds a bookmark that leads to this page. */
  bookmark(text: string): void {
    this.pdf.outline.addItem(text);
  }

  /** `english`: left to right, even when it starts with a right-to-left name. */
  paragraph(text: string, style: Style = type.text, tag = 'P', english = false): void {
    for (const chunk of this.fitting(this.set.lines(text, style, this.width, english), style)) {
      this.tagged(tag, () => {
        this.y = this.set.draw(chunk, this.left, this.y, style, { width: this.width, align: 'start' });
      });
    }
  }

  /** Splits lines into chunks that fit on a page, and turns the page before a chunk that does not fit. */
  *fitting(lines: Line[], style: Style): Generator<Line[]> {
    for (let from = 0; from < lines.length;) {
      this.need(style.leading);
      const room = Math.max(1, Math.floor((this.bottom - this.y) / style.leading));
      yield lines.slice(from, from + room);
      from += room;
    }
  }

  /** Turns the page unless this many points are left on it. Returns whether it did. */
  need(points: number): boolean {
    if (this.y + points <= this.bottom || this.y <= paper.margin) return false;
    this.turn();
    return true;
  }

  turn(): void {
    this.#endPage();
    this.pdf.addPage();
    this.y = paper.margin;
    const head = this.repeatedHead;
    if (head) this.decoration(() => (this.y = head(this.y)));
  }

  /** Draws content under a structure tag. It must stay on one page. */
  tagged(tag: string, draw: () => void, within: Tag = this.#root, options: TagOptions = {}): void {
    within.add(this.pdf.struct(tag, options as PDFKit.Mixins.StructureElementOptions, draw));
  }

  /** Adds a structure element for others, such as a table or a row. Ending it frees its memory. */
  element(tag: string, within: Tag = this.#root): Tag {
    const element = this.pdf.struct(tag);
    within.add(element);
    return element;
  }

  /** Draws rules, marks and repeated heads, which screen readers skip. */
  decoration(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.pdf.markContent('Artifact', { type });
    draw();
    this.pdf.endMarkedContent();
  }

  /** Await after each part of a long report, so that the server can answer others and the buffer stays small. */
  async breathe(): Promise<void> {
    if (++this.#drawn % 25 !== 0) return;
    await nextTurn();
    while (this.pdf.readableLength > mostWaiting && !this.pdf.destroyed) await sleep(2);
    if (this.pdf.destroyed) throw new Error('Nobody takes the report any more.');
  }

  #endPage(): void {
    this.decoration(() => void this.set.draw(this.#foot, this.left, this.#footTop, type.foot), 'Pagination');
    this.#count.add();
  }

  #end(): void {
    this.#endPage();
    this.#root.end();
    this.#count.end(this.set, this.left + this.width, this.#footTop);
    this.pdf.end();
    this.#endSeal?.();
  }
}

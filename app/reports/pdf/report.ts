import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import PDFKit from 'pdfkit';
import { oxfordRule } from '#app/pdf/drawing.ts';
import { measure, paper, type } from '#app/pdf/ink.ts';
import { openShelf } from '#app/pdf/type/shelf.ts';
import type { Face } from '#app/pdf/type/shelf.ts';
import { Typesetter } from '#app/pdf/type/typesetter.ts';
import type { Line, Style } from '#app/pdf/type/typesetter.ts';
import { showMoment } from '#app/ui/text/date.ts';

export interface ReportOptions {
  title: string;
  organisation: string;
  /** Who made it; shown at the foot of each page. */
  madeBy: string;
  /** ISO 8601 in UTC; also the PDF's own date, so that equal reports are equal bytes. */
  madeAt: string;
  landscape?: boolean;
  /** Every text that the report will hold: its fonts are cut for them. */
  texts: Iterable<string>;
  /** Faces beside those of every report. */
  faces?: Face[];
}

const foot = 26;
const headings = { H1: type.title, H2: type.heading } as const;

/** An A4 report in the design's print: tagged for screen readers, fonts embedded, pages numbered, the maker named. */
export class Report {
  /** Where the next thing goes, in points from the top of the page. */
  y: number = paper.margin;
  readonly left = paper.margin;
  readonly width: number;
  readonly bottom: number;
  /** Draws what the tops of further pages repeat; gives back the y below it. */
  repeatedHead: ((y: number) => number) | null = null;
  #root: PDFKit.PDFStructureElement;
  #section: PDFKit.PDFStructureElement;
  #drawn = 0;

  private constructor(
    readonly set: Typesetter,
    private readonly options: ReportOptions,
  ) {
    const { page } = this.pdf;
    this.width = options.landscape ? page.width - 2 * paper.margin : measure;
    this.bottom = page.height - paper.foot - foot;
    this.#root = this.pdf.struct('Document');
    this.pdf.addStructure(this.#root);
    this.#section = this.#root;
  }

  /** Begins a report: cuts its fonts and opens its first page. */
  static async begin(options: ReportOptions): Promise<Report> {
    const document = new PDFKit({
      size: 'A4',
      layout: options.landscape ? 'landscape' : 'portrait',
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: 'en-GB',
      tagged: true,
      displayTitle: true,
      info: {
        Title: options.title,
        Author: options.madeBy,
        Creator: 'Imprimatur',
        Producer: 'Imprimatur',
        CreationDate: new Date(options.madeAt),
        ModDate: new Date(options.madeAt),
      },
    });
    const words = [options.title, options.organisation, options.madeBy, showMoment(options.madeAt), fixedWords];
    const faces = [
      ...Object.values(headings),
      type.kicker,
      type.subtitle,
      type.text,
      type.strong,
      type.note,
      type.foot,
    ];
    const shelf = await openShelf([...faces, ...(options.faces ?? [])], [...words, ...options.texts]);
    return new Report(new Typesetter(document, shelf), options);
  }

  get pdf(): PDFKit.PDFDocument {
    return this.set.document;
  }

  /** Title block: a line above, the title, a line below, the Oxford rule. */
  masthead(kicker: string, below: string): void {
    this.paragraph(kicker, type.kicker);
    this.heading(this.options.title, 'H1');
    if (below) this.paragraph(below, type.subtitle);
    this.decoration(() => oxfordRule(this.pdf, this.left, this.y + 7, this.width));
    this.y += 28;
  }

  heading(text: string, tag: 'H1' | 'H2'): void {
    const style = headings[tag];
    this.need(style.leading * 3);
    this.paragraph(text, style, tag);
    this.y += 2;
  }

  paragraph(text: string, style: Style = type.text, tag = 'P'): void {
    for (const chunk of this.fitting(this.set.lines(text, style, this.width), style)) {
      this.tagged(tag, () => {
        this.y = this.set.draw(chunk, this.left, this.y, style, { width: this.width, align: 'start' });
      });
    }
  }

  /** Cuts lines into chunks that each fit on a page, and turns the page before each that does not fit on this one. */
  *fitting(lines: Line[], style: Style): Generator<Line[]> {
    for (let from = 0; from < lines.length;) {
      this.need(style.leading);
      const room = Math.max(1, Math.floor((this.bottom - this.y) / style.leading));
      yield lines.slice(from, from + room);
      from += room;
    }
  }

  /** Turns the page unless this many points are left on it. */
  need(points: number): void {
    if (this.y + points <= this.bottom || this.y <= paper.margin) return;
    this.turn();
  }

  turn(): void {
    this.pdf.addPage();
    this.y = paper.margin;
    const head = this.repeatedHead;
    if (head) this.decoration(() => (this.y = head(this.y)));
  }

  /** Draws content under a structure tag. It must stay on one page. */
  tagged(tag: string, draw: () => void, within: PDFKit.PDFStructureElement = this.#section): void {
    within.add(this.pdf.struct(tag, {}, draw));
  }

  /** A structure element for others to stand in: a table, its rows. */
  element(tag: string, within: PDFKit.PDFStructureElement = this.#section): PDFKit.PDFStructureElement {
    const element = this.pdf.struct(tag);
    within.add(element);
    return element;
  }

  /** Draws what is not content: rules, seals, repeated heads. Screen readers pass over it. */
  decoration(draw: () => void): void {
    this.pdf.markContent('Artifact', { type: 'Layout' });
    draw();
    this.pdf.endMarkedContent();
  }

  /** To be awaited after each piece of a long report, so that the server answers others in between. */
  async breathe(): Promise<void> {
    if (++this.#drawn % 25 === 0) await nextTurn();
  }

  /** Numbers the pages, and ends the report. Gives back its bytes as a stream. */
  end(): Readable {
    const { madeBy, madeAt, organisation } = this.options;
    this.#root.end();
    const { count } = this.pdf.bufferedPageRange();
    const y = this.pdf.page.height - paper.foot;
    for (let page = 0; page < count; page++) {
      this.pdf.switchToPage(page);
      this.pdf.markContent('Artifact', { type: 'Pagination' });
      const made = `Printed by ${madeBy}, ${showMoment(madeAt)}`;
      this.set.write(`Printed copies are uncontrolled. ${organisation}`, this.left, y, this.width * 0.7, type.foot);
      this.set.write(made, this.left, y + type.foot.leading, this.width * 0.7, type.foot);
      this.set.write(`Page ${page + 1} of ${count}`, this.left, y, this.width, type.foot, 'end');
      this.pdf.endMarkedContent();
    }
    this.pdf.end();
    return this.pdf;
  }
}

const fixedWords =
  'Printed copies are uncontrolled. Printed by Page of 0123456789 abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ ,.:;-()…→';

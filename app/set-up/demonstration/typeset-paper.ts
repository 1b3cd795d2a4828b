import PDFKit from 'pdfkit';
import { buffer } from 'node:stream/consumers';
import type { Paper, PaperSection } from '#app/set-up/demonstration/document-pdf.ts';
import { drawFlow, drawPlot } from '#app/set-up/demonstration/figures.ts';
import { ink, measure, paper as page, type } from '#app/adapters/pdf/colours.ts';
import { oxfordRule, rule } from '#app/adapters/pdf/drawing.ts';
import { openFontSet } from '#app/adapters/pdf/type/font-set.ts';
import { Typesetter, type Style } from '#app/adapters/pdf/type/typesetter.ts';

const body: Style = { ...type.text, typeface: 'serif', size: 10.5, leading: 15.5 };
const heading: Style = { ...type.heading, size: 13, leading: 18 };
const styles = { body, heading, title: type.title, kicker: type.kicker, strong: type.strong, text: type.text };
const left = page.margin + 12;
const width = measure - 24;
const bottom = page.height - 84;
const figureHeight = { flow: 74, plot: 150 };

/** A paper in the house fonts, as a real procedure looks: numbered sections, tables, figures, a history. */
export async function typesetPaper(paper: Paper): Promise<Buffer> {
  const document = new PDFKit({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: paper.words?.code ?? 'en-GB',
    info: { Title: paper.title, Author: paper.organisation },
  });
  const written = buffer(document);
  const fonts = await openFontSet([...Object.values(styles), type.note, type.foot], [JSON.stringify(paper), alphabet]);
  new PaperPages(document, new Typesetter(document, fonts), paper).draw();
  document.end();
  return written;
}

/** So that one subset of each font serves all papers. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

class PaperPages {
  #y: number = page.margin;

  constructor(
    private readonly document: PDFKit.PDFDocument,
    private readonly set: Typesetter,
    private readonly paper: Paper,
  ) {}

  draw(): void {
    this.#masthead();
    this.paper.sections.forEach((section, index) => this.#section(section, index + 1));
    this.#heads();
  }

  /** Begins a new page where so much does not fit. */
  #room(height: number): void {
    if (this.#y + height <= bottom) return;
    this.document.addPage();
    this.#y = page.margin + 30;
  }

  #write(text: string, style: Style, x = left, space = width): void {
    for (const line of this.set.lines(text, style, space)) {
      this.#room(style.leading);
      this.#y = this.set.draw([line], x, this.#y, style);
    }
  }

  #masthead(): void {
    const { organisation, number, title, version, words } = this.paper;
    this.#write(organisation, type.kicker);
    this.#y += 6;
    this.#write(title, type.title);
    this.#y += 4;
    this.#write(`${number}   ${words?.version ?? 'Version'} ${version}`, styles.kicker);
    this.#y = oxfordRule(this.document, left, this.#y + 8, width) + 18;
  }

  #section({ heading: words, paragraphs, steps = [], figure, table, plot }: PaperSection, number: number): void {
    // A heading never stands alone at the foot of a page.
    this.#room(90);
    this.#write(`${number}   ${words}`, heading);
    this.#y += 5;
    for (const text of paragraphs) {
      this.#write(text, body);
      this.#y += 7;
    }
    steps.forEach((text, index) => {
      this.#room(2 * body.leading);
      this.set.write(`${number}.${index + 1}`, left, this.#y, 30, body);
      this.#write(text, body, left + 34, width - 34);
      this.#y += 6;
    });
    if (table) this.#table(table);
    if (figure)
      this.#figure(figure.caption, figureHeight.flow, (y) => drawFlow(this.set, figure.boxes, left, y, width));
    if (plot) this.#figure(plot.caption, figureHeight.plot, (y) => drawPlot(this.set, plot, left, y, width));
    this.#y += 14;
  }

  #figure(caption: string, height: number, draw: (y: number) => void): void {
    this.#room(height + 24);
    draw(this.#y + 4);
    this.#y += height;
    this.#write(caption, type.note);
    this.#y += 4;
  }

  #table({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }): void {
    // The second column has the sentences.
    const shares = head.length === 3 ? [0.3, 0.45, 0.25] : [0.2, 0.8];
    const row = (cells: readonly string[], style: Style): void => {
      const columns = cells.map((text, i) => this.set.lines(text, style, width * shares[i]! - 10));
      const height = Math.max(...columns.map((lines) => lines.length)) * style.leading;
      this.#room(height + 8);
      let x = left;
      columns.forEach((lines, i) => {
        this.set.draw(lines, x, this.#y + 4, style);
        x += width * shares[i]!;
      });
      this.#y += height + 8;
      rule(this.document, left, this.#y, width, style === type.strong ? ink.record : ink.hairline);
    };
    row(head, type.strong);
    for (const cells of rows) row(cells, type.text);
    this.#y += 6;
  }

  /** Head and foot of every page, once their number is known. */
  #heads(): void {
    const { organisation, number, title, version, words } = this.paper;
    const { start, count } = this.document.bufferedPageRange();
    for (let at = start; at < start + count; at++) {
      this.document.switchToPage(at);
      if (at > start) {
        this.set.write(`${number}   ${title}`, left, page.margin, width, type.foot);
        rule(this.document, left, page.margin + 14, width, ink.hairline);
      }
      const foot = page.height - 58;
      rule(this.document, left, foot, width, ink.hairline);
      const place = (words?.page ?? 'Page {page} of {count}')
        .replace('{page}', String(at - start + 1))
        .replace('{count}', String(count));
      this.set.write(`${organisation}   ${words?.version ?? 'Version'} ${version}`, left, foot + 6, width, type.foot);
      this.set.write(place, left, foot + 6, width, type.foot, 'end');
    }
  }
}

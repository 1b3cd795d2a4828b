import PDFDocument from 'pdfkit';
import { buffer } from 'node:stream/consumers';
import { type } from '#app/adapters/pdf/colours.ts';
import { openFontSet } from '#app/adapters/pdf/type/font-set.ts';
import { Typesetter } from '#app/adapters/pdf/type/typesetter.ts';

/** One line of a page, or one paragraph where the sheets flow. */
export interface Line {
  text: string;
  /** Points from the left and the upper edge; without them it stands below the line before it. */
  x?: number;
  y?: number;
  /** It stands beside these, in the same row. */
  cells?: string[];
  /** It is written upwards. */
  isTurned?: boolean;
  /** An address, or a page from 1. */
  link?: string | number;
  note?: string;
  field?: { name: string; kind?: 'text' | 'list'; value?: string; required?: boolean; limit?: number };
}

/** A document as a test describes, changes and draws it. `#` and `##` in head and foot: the page, and all pages. */
export interface Sheets {
  head: string[];
  foot: string[];
  /** Of one page (from 0) in place of the others'. */
  otherHead?: Record<number, string[]>;
  otherFoot?: Record<number, string[]>;
  pages: Line[][];
  paper?: [number, number];
  rotate?: number;
  typeface?: 'sans' | 'serif' | 'mono';
  size?: number;
  /** Paragraphs follow each other from page to page, in so many columns. */
  columns?: number;
  /** The first page has neither head nor foot. */
  hasCover?: boolean;
  bookmarks?: { title: string; page: number }[];
  files?: { name: string; text: string }[];
}

const side = 70;

export async function drawSheets(sheets: Sheets): Promise<Buffer> {
  const { paper = [595, 842], typeface = 'sans', size = 10, columns, rotate = 0 } = sheets;
  const [width, height] = paper;
  const style = { ...type.text, typeface, size, leading: size * 1.5 };
  const texts = JSON.stringify(sheets);
  const pdf = new PDFDocument({
    size: [...paper],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    info: { CreationDate: new Date(0) },
  });
  const set = new Typesetter(pdf, await openFontSet([style], [texts, '0123456789']));
  const bytes = buffer(pdf);
  let hasForm = false;
  const write = (text: string, x: number, y: number, most = width - x - 20): number =>
    set.write(text, x, y, most, style);
  const addPage = (): void => {
    pdf.addPage();
    Object.assign(pdf.page.dictionary.data, { Rotate: rotate });
  };
  if (columns) flow();
  else for (const lines of sheets.pages) drawPage(lines);
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    pdf.addNamedDestination(`page ${page + 1}`, 'Fit');
    if (sheets.hasCover && page === 0) continue;
    const filled = (text: string): string => text.replaceAll('##', `${count}`).replaceAll('#', `${page + 1}`);
    for (const [index, text] of (sheets.otherHead?.[page] ?? sheets.head).entries())
      write(filled(text), side, 24 + index * style.leading);
    for (const [index, text] of (sheets.otherFoot?.[page] ?? sheets.foot).entries())
      write(filled(text), side, height - 50 + index * style.leading);
  }
  for (const { title, page } of sheets.bookmarks ?? []) {
    pdf.switchToPage(page - 1);
    pdf.outline.addItem(title);
  }
  for (const { name, text } of sheets.files ?? [])
    pdf.file(Buffer.from(text), { name, creationDate: new Date(0), modifiedDate: new Date(0) });
  pdf.end();
  return bytes;

  function drawPage(lines: readonly Line[]): void {
    addPage();
    let y = 84;
    for (const line of lines) {
      drawLine(line, line.x ?? side, line.y ?? y);
      if (line.y === undefined) y += style.leading * 1.2;
    }
  }

  function drawLine({ text, cells, isTurned, link, note, field }: Line, x: number, y: number): void {
    if (isTurned) {
      pdf.save().rotate(-90, { origin: [x, y] });
      write(text, x, y, height);
      pdf.restore();
      return;
    }
    write(text, x, y);
    for (const [index, cell] of (cells ?? []).entries()) write(cell, x + 150 * (index + 1), y);
    const across = set.widthOf(text, style);
    if (typeof link === 'string') pdf.link(x, y, across, style.leading, link);
    if (typeof link === 'number') pdf.goTo(x, y, across, style.leading, `page ${link}`);
    if (note) pdf.note(x + across + 10, y, 18, 18, note);
    if (field) drawField(field, x + across + 20, y);
  }

  function drawField(
    { name, kind = 'text', value, required, limit }: NonNullable<Line['field']>,
    x: number,
    y: number,
  ) {
    pdf.font('Helvetica');
    if (!hasForm) pdf.initForm();
    hasForm = true;
    if (kind === 'text')
      pdf.formText(name, x, y, 120, 16, { value, required, ...(limit && { MaxLen: limit }) } as object);
    else pdf.formCombo(name, x, y, 120, 16, { required, select: ['yes', 'no'] } as object);
  }

  function flow(): void {
    const across = (width - 2 * side - (columns! - 1) * 30) / columns!;
    let [column, y] = [columns!, 0];
    const next = (): void => {
      column++;
      if (column >= columns!) {
        addPage();
        column = 0;
      }
      y = 84;
    };
    for (const [index, lines] of sheets.pages.entries()) {
      if (index === 0 || (index === 1 && sheets.hasCover)) column = columns!;
      for (const { text } of lines) {
        for (const line of set.lines(text, style, across)) {
          if (column >= columns! || y > height - 100) next();
          set.draw([line], side + column * (across + 30), y, style);
          y += style.leading;
        }
        y += 6;
      }
    }
  }
}

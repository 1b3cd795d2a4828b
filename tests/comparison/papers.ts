import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { PNG } from 'pngjs';
import { type } from '#app/adapters/pdf/colours.ts';
import { openFontSet } from '#app/adapters/pdf/type/font-set.ts';
import { Typesetter } from '#app/adapters/pdf/type/typesetter.ts';

/** A paper that a test changes and draws: pages of parts, below a header and above a footer. */
export type PaperPart =
  | { heading: string }
  | { text: string }
  | { table: string[][] }
  /** A picture with two colours (0 to 255). */
  | { picture: [number, number] };

export interface Paper {
  pages: PaperPart[][];
  header: string;
  /** Points. Another width breaks the lines in other places. */
  width?: number;
  /** Without header and footer, which are words. */
  isScan?: boolean;
  isLandscape?: boolean;
}

const words =
  'the operator shall verify that each gauge reads zero before a pressure line is opened and then record its ' +
  'value in our log of every shift together with name date and time so deviations can be traced back to one ' +
  'batch while nobody may release material whose label differs from this list unless quality assurance has ' +
  'agreed first';

export const random = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** A procedure of three pages: headings, texts with quantities, a table and a picture on each. */
export function procedure(): Paper {
  const next = random(3);
  const list = words.split(' ');
  const sentence = (): string => {
    const own = Array.from({ length: 12 + next(10) }, () => list[next(list.length)]!);
    own.splice(3 + next(5), 0, `${2 + next(900)} ${['mg', 'ml', 'kPa', 'min'][next(4)]}`);
    return `${own.join(' ')}.`;
  };
  const pages = ['Scope', 'Cleaning', 'Release'].map((title, page): PaperPart[] => [
    { heading: `${page + 1}. ${title}` },
    { text: Array.from({ length: 2 }, sentence).join(' ') },
    { heading: `${page + 1}.1 Limits of ${title.toLowerCase()}` },
    {
      table: [
        ['Step', 'Limit', 'Unit'],
        ...['Rinse', 'Heat', 'Cool'].map((step) => [
          `${step} ${page + 1}`,
          `${10 + next(80)}`,
          ['bar', 'K', 's'][next(3)]!,
        ]),
      ],
    },
    { picture: [40 + page * 60, 200 - page * 30] },
    { text: Array.from({ length: 2 }, sentence).join(' ') },
  ]);
  return { pages, header: 'Northmere SOP-MFG-041' };
}

function picture([one, other]: [number, number]): Buffer {
  const png = new PNG({ width: 24, height: 16, colorType: 2 });
  for (let at = 0; at < png.data.length; at += 4)
    png.data.set([(at / 4) % 24 < 12 ? one : other, 90, at % 3 === 0 ? other : one, 255], at);
  return PNG.sync.write(png, { colorType: 2 });
}

const edge = 60;

/** The paper as a PDF. */
export function drawPaper({ pages, header, width = 475, isScan = false, isLandscape = false }: Paper): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    layout: isLandscape ? 'landscape' : 'portrait',
    margin: 0,
    autoFirstPage: false,
    info: { CreationDate: new Date(0) },
  });
  const pieces: Buffer[] = [];
  const done = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(pieces))));
  document.on('data', (piece: Buffer) => pieces.push(piece));
  for (const [index, parts] of pages.entries()) {
    document.addPage();
    if (!isScan) document.fontSize(9).text(header, edge, 30, { lineBreak: false });
    if (!isScan)
      document.text(`Page ${index + 1} of ${pages.length}`, edge, isLandscape ? 560 : 800, { lineBreak: false });
    let top = 80;
    for (const part of parts) {
      if ('heading' in part) document.fontSize(14).text(part.heading, edge, top, { lineBreak: false });
      if ('text' in part) {
        document.fontSize(10).text(part.text, edge, top, { width });
        top = document.y + 12;
      }
      if ('table' in part) {
        document.fontSize(10);
        for (const row of part.table) {
          for (const [column, cell] of row.entries())
            document.text(cell, edge + 4 + column * 150, top, { lineBreak: false });
          document
            .moveTo(edge, top + 14)
            .lineTo(edge + 440, top + 14)
            .stroke();
          top += 18;
        }
        top += 10;
      }
      if ('picture' in part) document.image(picture(part.picture), edge, top, { width: 120, height: 80 });
      top += 'heading' in part ? 24 : 'picture' in part ? 92 : 0;
    }
  }
  document.end();
  return done;
}

/** One line in the fonts of the product, which have every script. */
export async function drawTypeset(text: string): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 0, info: { CreationDate: new Date(0) } });
  const set = new Typesetter(document, await openFontSet([type.text], [text]));
  set.write(text, edge, 80, 475, type.text);
  const written = buffer(document);
  document.end();
  return written;
}

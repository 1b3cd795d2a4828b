import PDFKit from 'pdfkit';
import { buffer } from 'node:stream/consumers';

export interface PaperSection {
  heading: string;
  paragraphs: readonly string[];
  /** Numbered. */
  steps?: readonly string[];
  /** Steps of a process as boxes. */
  figure?: { caption: string; boxes: readonly string[] };
  table?: { head: readonly string[]; rows: readonly (readonly string[])[] };
  /** Values of the last months, up to 10. */
  plot?: { caption: string; values: readonly number[]; limit: string };
}

/** A procedure's text: numbered sections with a heading and paragraphs. */
export interface Paper {
  organisation: string;
  number: string;
  title: string;
  version: string;
  sections: readonly PaperSection[];
  /** What stands on every page, in the paper's language (BCP 47). Default: English. */
  words?: { code: string; version: string; page: string };
}

/**
 * A plain PDF of one or more pages, of which tests make hundreds: A4, with the document's number and version on each.
 */
export async function paperPdf({ organisation, number, title, version, sections }: Paper): Promise<Buffer> {
  const document = new PDFKit({
    size: 'A4',
    margin: 72,
    bufferPages: true,
    // The same paper is the same bytes.
    info: { Title: title, Author: organisation, CreationDate: new Date(0) },
  });
  const written = buffer(document);
  document.font('Times-Roman').fontSize(20).text(title).moveDown(0.3);
  document.font('Helvetica').fontSize(9).text(`${number}   Version ${version}`).moveDown(1.5);
  sections.forEach(({ heading, paragraphs }, index) => {
    document
      .font('Times-Bold')
      .fontSize(12)
      .text(`${index + 1}   ${heading}`)
      .moveDown(0.4);
    for (const paragraph of paragraphs)
      document.font('Times-Roman').fontSize(11).text(paragraph, { lineGap: 3 }).moveDown(0.6);
    document.moveDown(0.4);
  });
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page);
    document
      .font('Helvetica')
      .fontSize(8)
      .text(`${organisation}   ${number}   Version ${version}   Page ${page + 1} of ${count}`, 72, 36, {
        lineBreak: false,
      });
  }
  document.end();
  return written;
}

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);

/** The working file of the same text: a flat OpenDocument text (.fodt), which any office program opens. */
export function paperWorkingFile({ title, sections }: Paper): Buffer {
  const paragraphs = sections.flatMap(({ heading, paragraphs: body, steps = [] }) => [
    `<text:h text:outline-level="1">${escaped(heading)}</text:h>`,
    ...[...body, ...steps].map((text) => `<text:p>${escaped(text)}</text:p>`),
  ]);
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:h text:outline-level="1">${escaped(title)}</text:h>${paragraphs.join('')}</office:text></office:body></office:document>\n`,
  );
}

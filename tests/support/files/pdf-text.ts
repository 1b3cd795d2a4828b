import { getDocumentProxy } from 'unpdf';

export interface PdfText {
  /** The text of each page, its pieces joined by spaces. */
  pages: string[];
  /** The text of all pages. */
  all: string;
  info: Record<string, unknown>;
  /** Whether it says of itself that it is tagged. */
  tagged: boolean;
}

/** Pulls the text back out of a PDF with Mozilla's reader. */
export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const pieces = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''));
    pages.push(pieces.join('').replace(/\s+/g, ' '));
  }
  const { info } = await document.getMetadata();
  const marks = (await document.getMarkInfo()) as { Marked?: boolean } | null;
  return { pages, all: pages.join(' '), info: { ...info }, tagged: marks?.Marked === true };
}

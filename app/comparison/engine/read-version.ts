import type { PDFiumDocument } from '@hyzyla/pdfium';
import { openForm, type PageElements, readElements } from './elements/page-elements.ts';
import { type PagePictures, readPictures } from './page-images.ts';
import { type PageLine, readLines } from './page-words.ts';
import { withPage } from './pdfium-page.ts';

export interface VersionPage extends PagePictures, PageElements {
  /** Points. */
  height: number;
  lines: PageLine[];
}

/** The words, pictures, links, form fields and notes of every page. */
export function readVersion(document: PDFiumDocument): VersionPage[] {
  const pages: VersionPage[] = [];
  const form = openForm(document);
  for (let index = 0; index < document.getPageCount(); index++) {
    pages.push(
      withPage(document, index, (open) => {
        const { originalWidth, originalHeight } = open.page.getOriginalSize();
        if (!(originalWidth > 0 && originalHeight > 0)) throw new Error('A page cannot be read');
        const lines = readLines(open, index);
        return { height: originalHeight, lines, ...readPictures(open), ...readElements(open, form, lines) };
      }),
    );
  }
  return pages;
}

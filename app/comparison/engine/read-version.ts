import type { PDFiumDocument } from '@hyzyla/pdfium';
import { type PagePictures, readPictures } from './page-images.ts';
import { type PageLine, readLines } from './page-words.ts';
import { withPage } from './pdfium-page.ts';

export interface VersionPage extends PagePictures {
  /** Points. */
  height: number;
  lines: PageLine[];
}

/** The words and pictures of every page. */
export function readVersion(document: PDFiumDocument): VersionPage[] {
  const pages: VersionPage[] = [];
  for (let index = 0; index < document.getPageCount(); index++) {
    pages.push(
      withPage(document, index, (open) => {
        const { originalWidth, originalHeight } = open.page.getOriginalSize();
        if (!(originalWidth > 0 && originalHeight > 0)) throw new Error('A page cannot be read');
        return { height: originalHeight, lines: readLines(open, index), ...readPictures(open) };
      }),
    );
  }
  return pages;
}

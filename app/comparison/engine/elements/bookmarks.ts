import type { PDFiumDocument } from '@hyzyla/pdfium';
import type { Module } from '#app/comparison/engine/pdfium-page.ts';
import { readText } from './engine-text.ts';
import { type Target, targetOf } from './target.ts';

interface Bookmark {
  /** From 1. */
  level: number;
  title: string;
  target: Target | null;
}

/** Deeper ones, and those that a damaged file names twice, are not read. */
const deepest = 32;

/** The bookmarks in reading order. */
export function readBookmarks(document: PDFiumDocument): Bookmark[] {
  const { module, documentIdx } = document as unknown as { module: Module; documentIdx: number };
  const bookmarks: Bookmark[] = [];
  const seen = new Set<number>();
  const readBelow = (parent: number, level: number): void => {
    let one = module._FPDFBookmark_GetFirstChild(documentIdx, parent);
    for (; one && !seen.has(one); one = module._FPDFBookmark_GetNextSibling(documentIdx, one)) {
      seen.add(one);
      const bookmark = one;
      bookmarks.push({
        level,
        title: readText(module, (at, length) => module._FPDFBookmark_GetTitle(bookmark, at, length)),
        target: targetOf(
          module,
          documentIdx,
          module._FPDFBookmark_GetDest(documentIdx, bookmark),
          module._FPDFBookmark_GetAction(bookmark),
        ),
      });
      if (level < deepest) readBelow(bookmark, level + 1);
    }
  };
  readBelow(0, 1);
  return bookmarks;
}

import { PDFArray, PDFDict, PDFName, PDFNumber } from 'pdf-lib';
import type { PDFObject } from 'pdf-lib';

const deepest = 64;
const mostLookedAt = 10_000;

/**
 * The pages of a page tree (ISO 32000-1, 7.7.3.2), told from what hangs on it. A node that counts as many pages as it has kids, of which the
 * first and the last are pages, is taken at its word, so that of a well-made tree few pages are read. Null where it takes too long to tell.
 */
export async function pagesBelow(
  root: PDFDict,
  follow: (object: PDFObject | undefined) => Promise<PDFObject | undefined>,
): Promise<number | null> {
  let lookedAt = 0;
  const isPage = async (kid: PDFObject) => {
    const found = await follow(kid);
    return found instanceof PDFDict && !found.has(PDFName.of('Kids'));
  };
  const below = async (node: PDFDict, depth: number): Promise<number> => {
    const kids = await follow(node.get(PDFName.of('Kids')));
    if (!(kids instanceof PDFArray)) return 1;
    const count = await follow(node.get(PDFName.of('Count')));
    const asMany = count instanceof PDFNumber && count.asNumber() === kids.size();
    if (asMany && (await isPage(kids.get(0))) && (await isPage(kids.get(kids.size() - 1)))) return kids.size();
    let pages = 0;
    for (const kid of kids.asArray()) {
      if (++lookedAt > mostLookedAt || depth === deepest) return Number.NaN;
      const found = await follow(kid);
      if (found instanceof PDFDict) pages += await below(found, depth + 1);
    }
    return pages;
  };
  const pages = await below(root, 0);
  return Number.isNaN(pages) ? null : pages;
}

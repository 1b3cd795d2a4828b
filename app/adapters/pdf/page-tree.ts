import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRef } from 'pdf-lib';
import type { PDFObject } from 'pdf-lib';
import { type PdfStructure } from '#app/adapters/pdf/structure.ts';
import { UnsoundPdf } from '#app/adapters/pdf/structure/unsound.ts';

export interface PageTree {
  ref: PDFRef;
  dict: PDFDict;
  pages: number;
}

const deepest = 64;
const mostNodes = 1_000_000;

/**
 * The root of the page tree, with the number of pages that hang on it (ISO 32000-1, 7.7.3.2). Throws `UnsoundPdf` where
 * a page is missing, or where they are not as many as the root says, of which some readers show the one and some the
 * other.
 */
export async function readPageTree(structure: PdfStructure): Promise<PageTree> {
  const catalog = await lookUp(structure, structure.trailer.get(PDFName.of('Root')));
  const ref = catalog instanceof PDFDict ? catalog.get(PDFName.of('Pages')) : undefined;
  const dict = await lookUp(structure, ref);
  if (!(ref instanceof PDFRef) || !(dict instanceof PDFDict)) throw new UnsoundPdf('broken', 'There is no page tree');
  const said = await lookUp(structure, dict.get(PDFName.of('Count')));
  let nodes = 0;

  async function below(node: PDFDict, above: readonly string[]): Promise<number> {
    const kids = await lookUp(structure, node.get(PDFName.of('Kids')));
    if (kids === undefined) return 1;
    if (!(kids instanceof PDFArray) || above.length === deepest)
      throw new UnsoundPdf('broken', 'The page tree is garbled');
    let pages = 0;
    for (const kid of kids.asArray()) {
      if (++nodes > mostNodes) throw new UnsoundPdf('objects', 'The page tree has no end');
      const found = await lookUp(structure, kid);
      if (!(kid instanceof PDFRef) || !(found instanceof PDFDict)) throw new UnsoundPdf('broken', 'A page is missing');
      if (above.includes(kid.tag)) throw new UnsoundPdf('broken', 'The page tree leads back to itself');
      pages += await below(found, [...above, kid.tag]);
    }
    return pages;
  }

  const pages = dict.has(PDFName.of('Kids')) ? await below(dict, [ref.tag]) : 0;
  if (!(said instanceof PDFNumber) || said.asNumber() !== pages) {
    throw new UnsoundPdf('miscounted', 'It has other pages than it says');
  }
  return { ref, dict, pages };
}

/** What a value stands for, through references. */
export async function lookUp(structure: PdfStructure, object: PDFObject | undefined): Promise<PDFObject | undefined> {
  let found = object;
  for (let hops = 0; found instanceof PDFRef && hops < 16; hops++) found = await structure.fetch(found);
  return found;
}

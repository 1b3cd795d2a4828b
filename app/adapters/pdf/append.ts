import { PDFArray, PDFDocument, PDFName, PDFNumber, PDFObjectCopier } from 'pdf-lib';
import type { PDFRef } from 'pdf-lib';
import { UnsoundPdf } from '#app/adapters/pdf/structure/unsound.ts';
import type { PdfUpdate } from '#app/adapters/pdf/update.ts';

/**
 * Adds the pages of `added`, a small PDF, before the first page or after the last. Answers their references. Throws
 * `UnsoundPdf` where the page tree can't be followed.
 */
export async function addPages(update: PdfUpdate, added: Buffer, at: 'start' | 'end'): Promise<PDFRef[]> {
  const { pageTree, pages } = update.original;
  const source = await PDFDocument.load(added, { updateMetadata: false });
  const copier = PDFObjectCopier.for(source.context, update.context);

  const refs = source.getPages().map((page) => {
    const copy = copier.copy(page.node);
    copy.set(PDFName.of('Parent'), pageTree.ref);
    // What the original's pages have in common would hold for the added ones too, unless they say otherwise.
    copy.set(PDFName.of('Rotate'), PDFNumber.of(0));
    const box = copy.MediaBox();
    for (const name of ['CropBox', 'BleedBox', 'TrimBox', 'ArtBox']) copy.set(PDFName.of(name), box);
    return update.context.register(copy);
  });

  const given = await update.current(pageTree.dict.get(PDFName.of('Kids')));
  if (!(given instanceof PDFArray)) throw new UnsoundPdf('broken', 'The page tree has no kids');
  const kids = PDFArray.withContext(update.context);
  const before = given.asArray();
  for (const kid of at === 'start' ? [...refs, ...before] : [...before, ...refs]) kids.push(kid);
  const tree = update.copyOf(pageTree.dict);
  tree.set(PDFName.of('Kids'), kids);
  tree.set(PDFName.of('Count'), PDFNumber.of(pages + refs.length));
  update.replace(pageTree.ref, tree);
  return refs;
}

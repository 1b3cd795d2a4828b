import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRef, type PDFContext, type PDFObject } from 'pdf-lib';

const mostNodes = 1_000_000;

/**
 * The same PDF with a page tree of references (ISO 32000-1, 7.7.3): some programs write its nodes and pages into one
 * another, which readers take, and which nothing can be added to.
 */
export async function withIndirectTree(bytes: Buffer): Promise<Buffer> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const { catalog, context } = document;
  const root = asReference(context, catalog.get(PDFName.of('Pages')));
  if (!root) return bytes;
  catalog.set(PDFName.of('Pages'), root);
  linkBelow(context, root, new Set());
  return Buffer.from(
    await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false }),
  );
}

function linkBelow(context: PDFContext, ref: PDFRef, seen: Set<PDFRef>): void {
  const node = context.lookupMaybe(ref, PDFDict);
  const kids = node && context.lookup(node.get(PDFName.of('Kids')));
  if (!(kids instanceof PDFArray) || seen.has(ref) || seen.size > mostNodes) return;
  seen.add(ref);
  kids.asArray().forEach((kid, index) => {
    const below = asReference(context, kid);
    const page = below && context.lookup(below);
    if (!below || !(page instanceof PDFDict)) return;
    kids.set(index, below);
    page.set(PDFName.of('Parent'), ref);
    linkBelow(context, below, seen);
  });
}

function asReference(context: PDFContext, object: PDFObject | undefined): PDFRef | null {
  if (object instanceof PDFRef) return object;
  return object instanceof PDFDict ? context.register(object) : null;
}

import { PDFArray, PDFDict, PDFDocument, PDFInvalidObject, PDFNull, PDFRef, PDFStream, type PDFObject } from 'pdf-lib';
import { withIndirectTree } from '#app/pdf/intake/indirect-tree.ts';
import { writeAnew } from '#app/pdf/intake/qpdf.ts';

/**
 * What a reader makes of a damaged PDF that takes every object where it stands and never asks the index. Null where an object that is used
 * cannot be read. Where it shows the same as PDFium does, the damage is of no account to other readers either.
 */
export async function readWithoutIndex(bytes: Uint8Array): Promise<Buffer | null> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const { context } = document;
  const used = new Set<PDFRef>();
  const invalid: PDFRef[] = [];
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFInvalidObject) invalid.push(ref);
    else collectReferences(object, used);
  }
  if (invalid.some((ref) => used.has(ref))) return null;
  for (const ref of invalid) context.assign(ref, PDFNull);
  const options = { useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false };
  return writeAnew(await withIndirectTree(Buffer.from(await document.save(options))));
}

function collectReferences(object: PDFObject, into: Set<PDFRef>): void {
  if (object instanceof PDFRef) into.add(object);
  else if (object instanceof PDFArray) for (const item of object.asArray()) collectReferences(item, into);
  else if (object instanceof PDFStream) collectReferences(object.dict, into);
  else if (object instanceof PDFDict) for (const value of object.values()) collectReferences(value, into);
}

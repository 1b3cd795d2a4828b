import { PDFDict, PDFDocument, PDFInvalidObject, PDFName, PDFNull, PDFRef } from 'pdf-lib';
import { withIndirectTree } from '#app/adapters/pdf/intake/indirect-tree.ts';
import type { Qpdf } from '#app/adapters/pdf/intake/qpdf.ts';
import type { PdfStructure } from '#app/adapters/pdf/structure.ts';
import { referencesIn } from '#app/adapters/pdf/structure/references.ts';
import { bytesAccess } from '#app/adapters/storage/random-access.ts';

/**
 * What a reader makes of a damaged PDF that takes every object where it stands and never asks the index. Null where an
 * object that is used cannot be read. Where it shows the same as PDFium does, the damage is of no account to other
 * readers either.
 */
export async function readWithoutIndex(bytes: Uint8Array, qpdf: Qpdf): Promise<Buffer | null> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const { context } = document;
  const used = new Set<PDFRef>();
  const invalid: PDFRef[] = [];
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFInvalidObject) invalid.push(ref);
    else for (const reference of referencesIn(object)) used.add(reference);
  }
  if (invalid.some((ref) => used.has(ref))) return null;
  for (const ref of invalid) context.assign(ref, PDFNull);
  const options = { useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false };
  return qpdf.writeAnew(bytesAccess(await withIndirectTree(Buffer.from(await document.save(options)))));
}

/**
 * Whether a damaged PDF's index leads a reader astray that believes it: to nothing, where an object is used. Not where
 * it leads to no pages at all, since every reader searches for the objects then.
 */
export async function leadsAstray(structure: PdfStructure): Promise<boolean> {
  const named = new Set(structure.numbers());
  const read = (ref: PDFRef) => structure.fetch(ref).catch(() => undefined);
  const root = structure.trailer.get(PDFName.of('Root'));
  const catalog = root instanceof PDFRef ? await read(root) : undefined;
  const pages = catalog instanceof PDFDict ? catalog.get(PDFName.of('Pages')) : undefined;
  if (!catalog || (pages instanceof PDFRef && !((await read(pages)) instanceof PDFDict))) return false;
  const seen = new Set<PDFRef>();
  const waiting = [...referencesIn(catalog)];
  for (let ref = waiting.pop(); ref; ref = waiting.pop()) {
    if (seen.has(ref) || !named.has(ref.objectNumber)) continue;
    seen.add(ref);
    const object = await read(ref);
    if (!object) return true;
    waiting.push(...referencesIn(object));
  }
  return false;
}

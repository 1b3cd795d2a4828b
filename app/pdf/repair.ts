import { EncryptedPDFError, PDFArray, PDFDict, PDFDocument, PDFRef, PDFStream } from 'pdf-lib';
import type { PDFContext, PDFObject } from 'pdf-lib';
import type { RandomAccess } from '#app/storage/random-access.ts';

export type Repair = { kind: 'mended'; bytes: Buffer } | { kind: 'encrypted' } | { kind: 'hopeless' };

/** A larger file is not mended: the work takes several times its length in memory. */
const largestMended = 50 * 1024 * 1024;

/** Rebuilds the index of a PDF from the objects found in it. */
export async function repairPdf(file: RandomAccess): Promise<Repair> {
  if (file.size > largestMended) return { kind: 'hopeless' };
  const given = await file.read(0, file.size);
  try {
    const document = await PDFDocument.load(given, { throwOnInvalidObject: true, updateMetadata: false });
    const counted = document.catalog.Pages().Count().asNumber();
    if (document.getPageCount() !== counted || !isWhole(document.context)) return { kind: 'hopeless' };
    const bytes = await document.save({
      useObjectStreams: false,
      addDefaultPage: false,
      updateFieldAppearances: false,
    });
    return { kind: 'mended', bytes: Buffer.from(bytes) };
  } catch (error) {
    return { kind: error instanceof EncryptedPDFError ? 'encrypted' : 'hopeless' };
  }
}

/** Whether every reference leads to an object: where one does not, something of the file is gone. */
function isWhole(context: PDFContext): boolean {
  const waiting = [context.trailerInfo.Root, ...context.enumerateIndirectObjects().map(([, object]) => object)];
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFRef) {
      if (context.lookup(object) === undefined) return false;
    } else waiting.push(...valuesOf(object));
  }
  return true;
}

function valuesOf(object: PDFObject): PDFObject[] {
  if (object instanceof PDFStream) return object.dict.values();
  if (object instanceof PDFDict) return object.values();
  return object instanceof PDFArray ? object.asArray() : [];
}

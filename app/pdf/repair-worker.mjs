// Plain JavaScript: a thread starts without the loader that the server runs under.
import { parentPort, workerData } from 'node:worker_threads';
import { EncryptedPDFError, PDFArray, PDFDict, PDFDocument, PDFRef, PDFStream } from 'pdf-lib';

/** Whether every reference leads to an object: where one does not, something of the file is gone. */
function isWhole(context) {
  const valuesOf = (object) => {
    if (object instanceof PDFStream) return object.dict.values();
    if (object instanceof PDFDict) return object.values();
    return object instanceof PDFArray ? object.asArray() : [];
  };
  const waiting = [context.trailerInfo.Root, ...context.enumerateIndirectObjects().map(([, object]) => object)];
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFRef) {
      if (context.lookup(object) === undefined) return false;
    } else waiting.push(...valuesOf(object));
  }
  return true;
}

try {
  const document = await PDFDocument.load(workerData, { throwOnInvalidObject: true, updateMetadata: false });
  const counted = document.catalog.Pages().Count().asNumber();
  if (document.getPageCount() !== counted) throw new Error('Pages are missing');
  if (!isWhole(document.context)) throw new Error('Objects are missing');
  const bytes = await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
  parentPort?.postMessage({ kind: 'mended', bytes });
} catch (error) {
  if (!(error instanceof EncryptedPDFError)) throw error;
  parentPort?.postMessage({ kind: 'encrypted' });
}

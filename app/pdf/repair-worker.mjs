// Plain JavaScript: a thread starts without the loader that the server runs under.
import { parentPort, workerData } from 'node:worker_threads';
import { EncryptedPDFError, PDFDocument } from 'pdf-lib';

try {
  const document = await PDFDocument.load(workerData, { throwOnInvalidObject: true, updateMetadata: false });
  if (document.getPageCount() === 0) throw new Error('No pages');
  const bytes = await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
  parentPort?.postMessage({ kind: 'mended', bytes });
} catch (error) {
  if (!(error instanceof EncryptedPDFError)) throw error;
  parentPort?.postMessage({ kind: 'encrypted' });
}

import { createHash } from 'node:crypto';
import { PDFArray, PDFDocument, PDFHexString, PDFName } from 'pdf-lib';
import { openPdf } from '#app/adapters/pdf/inspect.ts';
import { addSignatureField, catalogOf, dictOf, type SignatureFacts } from '#app/adapters/pdf/signature-field.ts';
import { pageFrames } from '#app/adapters/pdf/page-geometry.ts';
import { PdfUpdate } from '#app/adapters/pdf/update.ts';
import { bytesAccess } from '#app/adapters/storage/random-access.ts';

/** A file that is carried unchanged. SHA-256 in lower-case hex. */
export interface CarriedFile {
  name: string;
  size: number;
  sha256: string;
}

/**
 * A PDF of these pages with another PDF as its attachment (ISO 32000-1, 7.11.4), and an empty signature over all of it.
 * Answers the bytes before and after those of the attached file, which is never held in memory.
 */
export async function carryPdf(
  pages: Buffer,
  file: CarriedFile,
  signature: SignatureFacts,
  room: number,
): Promise<{ before: Buffer; tail: Buffer }> {
  const document = await PDFDocument.load(pages, { updateMetadata: false });
  const base = Buffer.from(await document.save({ useObjectStreams: false, addDefaultPage: false }));
  const opened = await openPdf(bytesAccess(base));
  if (!opened.ok) throw new Error('The pages that carry a file cannot be read');
  const update = new PdfUpdate(opened.value);
  const ref = update.context.nextRef();
  const begin = Buffer.from(
    `\n${ref.objectNumber} 0 obj\n<< /Type /EmbeddedFile /Subtype /application#2Fpdf /Length ${file.size} ` +
      `/Params << /Size ${file.size} >> >>\nstream\n`,
  );
  const name = PDFHexString.fromText(file.name);
  const specification = update.context.register(
    dictOf(update, {
      Type: PDFName.of('Filespec'),
      F: name,
      UF: name,
      AFRelationship: PDFName.of('Source'),
      EF: dictOf(update, { F: ref, UF: ref }),
    }),
  );
  const named = PDFArray.withContext(update.context);
  named.push(name);
  named.push(specification);
  const associated = PDFArray.withContext(update.context);
  associated.push(specification);
  const { root, catalog } = await catalogOf(update);
  const changed = update.copyOf(catalog);
  changed.set(PDFName.of('Names'), dictOf(update, { EmbeddedFiles: dictOf(update, { Names: named }) }));
  changed.set(PDFName.of('AF'), associated);
  changed.set(PDFName.of('PageMode'), PDFName.of('UseAttachments'));
  changed.set(PDFName.of('Version'), PDFName.of('2.0'));
  update.replace(root, changed);
  for await (const frame of pageFrames(update)) {
    await addSignatureField(update, frame.ref, signature, room);
    break;
  }
  const id = createHash('sha256').update(pages).update(file.sha256).digest();
  const tail = update.bytes(id, { carried: { ref, begin, size: file.size } });
  return { before: Buffer.concat([base, begin]), tail };
}

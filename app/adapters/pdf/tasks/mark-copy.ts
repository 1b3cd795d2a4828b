import { createHash } from 'node:crypto';
import type { PDFRef } from 'pdf-lib';
import { ok, type Result } from '#events/failures.ts';
import { addPages } from '#app/adapters/pdf/append.ts';
import { carryPdf, type CarriedFile } from '#app/adapters/pdf/carrier.ts';
import { drawCoverSheet } from '#app/adapters/pdf/cover-sheet.ts';
import type { CopyMarks } from '#app/adapters/pdf/header-footer.ts';
import { openPdf, type SoundPdf } from '#app/adapters/pdf/inspect.ts';
import type { CertifiablePdf, SignatureRequest } from '#app/adapters/pdf/certified-pdf.ts';
import { addSignatureField } from '#app/adapters/pdf/signature-field.ts';
import { isSigned, removeOwnSignature } from '#app/adapters/pdf/signatures.ts';
import { stampPages } from '#app/adapters/pdf/stamp.ts';
import { isUnsoundPdf, UnsoundPdf } from '#app/adapters/pdf/structure/unsound.ts';
import { PdfUpdate } from '#app/adapters/pdf/update.ts';
import { inBlocks } from '#app/adapters/storage/random-access.ts';
import { borrowFile, type LentFile } from '#app/adapters/workers/lent-file.ts';

export interface CopyRequest {
  /** The stored file that is copied. */
  original: CarriedFile;
  /** The product made and signed it: it is a signed PDF. */
  isOwn: boolean;
  marks: CopyMarks;
  signature: SignatureRequest;
}

export interface CopyMarked extends CertifiablePdf {
  /** Every page, or, where that cannot be done, a sheet before the first. */
  marked: 'every_page' | 'cover_sheet';
}

/** Prepares a controlled copy. */
export default async function markCopy({
  file,
  request,
}: {
  file: LentFile;
  request: CopyRequest;
}): Promise<Result<CopyMarked>> {
  const opened = await openPdf(inBlocks(borrowFile(file)));
  return opened.ok ? ok(await markCopyOf(opened.value, request)) : opened;
}

/** The same of a PDF that was read. */
export async function markCopyOf(pdf: SoundPdf, request: CopyRequest): Promise<CopyMarked> {
  const { original, marks, isOwn, signature } = request;
  if (await isSigned(await updateOf(pdf, isOwn))) {
    const sheet = await drawCoverSheet(marks, 'attached');
    const carried = await carryPdf(sheet, original, signature.facts, signature.room);
    return { ...carried, hasOriginal: true, marked: 'cover_sheet' };
  }
  const { update, page, marked } = await mark(pdf, isOwn, marks);
  await addSignatureField(update, page, signature.facts, signature.room);
  const id = createHash('sha256')
    .update(JSON.stringify([original.sha256, marks]))
    .digest();
  const origin = pdf.rendition ? 'a rendition of' : 'the original:';
  const note = `Controlled copy. Its first ${pdf.file.size} bytes are ${origin} SHA-256 ${original.sha256}`;
  const before = await renditionOf(pdf);
  return { before, hasOriginal: before === null, tail: update.bytes(id, { note }), marked };
}

async function updateOf(pdf: SoundPdf, isOwn: boolean): Promise<PdfUpdate> {
  const update = new PdfUpdate(pdf);
  if (isOwn) await removeOwnSignature(update);
  return update;
}

async function mark(
  pdf: SoundPdf,
  isOwn: boolean,
  marks: CopyMarks,
): Promise<{ update: PdfUpdate; page: PDFRef; marked: CopyMarked['marked'] }> {
  try {
    const update = await updateOf(pdf, isOwn);
    return { update, page: await stampPages(update, marks), marked: 'every_page' };
  } catch (error) {
    if (!isUnsoundPdf(error)) throw error;
    const update = await updateOf(pdf, isOwn);
    const [page] = await addPages(update, await drawCoverSheet(marks, 'following'), 'start');
    if (!page) throw new UnsoundPdf('broken', 'The sheet has no page');
    return { update, page, marked: 'cover_sheet' };
  }
}

/** The bytes of the rendition that is used; null where the original is. */
export const renditionOf = async ({ rendition, file }: SoundPdf): Promise<Uint8Array | null> =>
  rendition ? file.read(0, file.size) : null;

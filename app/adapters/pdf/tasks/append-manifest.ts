import { createHash } from 'node:crypto';
import { ok, type Result } from '#events/failures.ts';
import { addPages } from '#app/adapters/pdf/append.ts';
import { carryPdf } from '#app/adapters/pdf/carrier.ts';
import { openPdf, type SoundPdf } from '#app/adapters/pdf/inspect.ts';
import type { ManifestFacts } from '#app/adapters/pdf/manifest-facts.ts';
import { drawManifest, pagesOfManifest } from '#app/adapters/pdf/manifest.ts';
import type { CertifiablePdf, SignatureRequest } from '#app/adapters/pdf/certified-pdf.ts';
import { addSignatureField } from '#app/adapters/pdf/signature-field.ts';
import { isSigned } from '#app/adapters/pdf/signatures.ts';
import { PdfUpdate } from '#app/adapters/pdf/update.ts';
import { renditionOf } from '#app/adapters/pdf/tasks/mark-copy.ts';
import { inBlocks } from '#app/adapters/storage/random-access.ts';
import { borrowFile, type LentFile } from '#app/adapters/workers/lent-file.ts';

export interface ManifestRequest {
  manifest: Omit<ManifestFacts, 'isAttached' | 'rendition'>;
  signature: SignatureRequest;
}

export interface ManifestAppended extends CertifiablePdf {
  /** The pages of the whole. */
  pages: number;
  /** The original came with signatures of others: it is attached unchanged to the pages of signatures. */
  isAttached: boolean;
}

/** Prepares a signed PDF: pages that show its signatures, and the field of the certification signature. */
export default async function appendManifest({
  file,
  request,
}: {
  file: LentFile;
  request: ManifestRequest;
}): Promise<Result<ManifestAppended>> {
  const opened = await openPdf(inBlocks(borrowFile(file)));
  return opened.ok ? ok(await appendManifestTo(opened.value, request)) : opened;
}

/** The same to a PDF that was read. */
export async function appendManifestTo(
  pdf: SoundPdf,
  { manifest: facts, signature }: ManifestRequest,
): Promise<ManifestAppended> {
  const update = new PdfUpdate(pdf);
  const isAttached = await isSigned(update);
  const manifest = await drawManifest({ ...facts, isAttached, rendition: isAttached ? null : pdf.rendition });
  if (isAttached) {
    const carried = await carryPdf(manifest, facts.original, signature.facts, signature.room);
    return { ...carried, hasOriginal: true, pages: await pagesOfManifest(manifest), isAttached };
  }
  const added = await addPages(update, manifest, 'end');
  const [page] = added;
  if (!page) throw new Error('The manifest has no page');
  await addSignatureField(update, page, signature.facts, signature.room);
  const tail = update.bytes(createHash('sha256').update(manifest).digest());
  const before = await renditionOf(pdf);
  return { before, hasOriginal: before === null, tail, pages: facts.original.pages + added.length, isAttached };
}

import { createHash } from 'node:crypto';
import { ok, type Result } from '#events/failures.ts';
import { addPages } from '#app/pdf/append.ts';
import { openPdf, type SoundPdf } from '#app/pdf/inspect.ts';
import { drawManifest, type ManifestFacts } from '#app/pdf/manifest.ts';
import { addSignatureField, type SignatureFacts } from '#app/pdf/signature-field.ts';
import { PdfUpdate } from '#app/pdf/update.ts';
import { mendedBytes } from '#app/pdf/tasks/mark-copy.ts';
import { inBlocks } from '#app/storage/random-access.ts';
import { borrowFile, type LentFile } from '#app/workers/lent-file.ts';

export interface ManifestRequest {
  manifest: ManifestFacts;
  /** Of the certification signature, and the bytes to be reserved for it. */
  signature: SignatureFacts;
  room: number;
}

export interface ManifestAppended {
  /** The beginning, where the original had to be mended; null: the original's own bytes. */
  mended: Uint8Array | null;
  /** The bytes that follow; the place of the signature is still empty. */
  tail: Uint8Array;
  addedPages: number;
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

export async function appendManifestTo(
  pdf: SoundPdf,
  { manifest: facts, signature, room }: ManifestRequest,
): Promise<ManifestAppended> {
  const manifest = await drawManifest(facts);
  const update = new PdfUpdate(pdf);
  const added = await addPages(update, manifest, 'end');
  const [page] = added;
  if (!page) throw new Error('The manifest has no page');
  await addSignatureField(update, page, signature, room);
  const tail = update.bytes(createHash('sha256').update(manifest).digest());
  return { mended: await mendedBytes(pdf), tail, addedPages: added.length };
}

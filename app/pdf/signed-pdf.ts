import type { StoredFile } from '#events/document/events.ts';
import { ok } from '#events/failures.ts';
import type { Result } from '#events/failures.ts';
import { createHash } from 'node:crypto';
import { addPages } from '#app/pdf/append.ts';
import { openPdf } from '#app/pdf/inspect.ts';
import { drawManifest } from '#app/pdf/manifest.ts';
import type { ManifestFacts } from '#app/pdf/manifest.ts';
import { PdfUpdate } from '#app/pdf/update.ts';
import { objectKey } from '#app/storage/key.ts';
import type { OrganisationStorage } from '#app/storage/port.ts';
import { chunksOf, randomAccess } from '#app/storage/random-access.ts';
import { openVerified } from '#app/storage/verified.ts';

export interface SignedPdfRequest {
  org: string;
  document: string;
  /** The uid under which the result is kept; the same uid again replaces it with the same bytes. */
  uid: string;
  /** The PDF that was signed, as its event recorded it. */
  original: StoredFile & { pages: number };
  /** All but `original`, which is taken from the file itself. */
  facts: Omit<ManifestFacts, 'original'>;
}

/**
 * Makes the signed PDF: the original's bytes as they are, followed by pages that show its signatures (21 CFR 11.50), and keeps
 * it beside the original. The original is streamed and its SHA-256 checked on the way: `file_damaged` where it differs,
 * `file_missing` where it is gone. Equal requests give equal bytes, so a job that runs twice does no harm.
 */
export async function makeSignedPdf(
  storage: OrganisationStorage,
  { org, document, uid, original, facts }: SignedPdfRequest,
): Promise<Result<StoredFile & { pages: number }>> {
  const verified = await openVerified(storage, original.objectKey, original.sha256);
  if (!verified.ok) return verified;
  const opened = await openPdf(randomAccess(storage, original.objectKey, verified.value.size));
  if (!opened.ok) return opened;
  const { name, sha256, size, pages } = original;
  const manifest = await drawManifest({ ...facts, original: { name, sha256, size, pages } });
  const update = new PdfUpdate(opened.value);
  const added = await addPages(update, manifest, 'end');
  const tail = update.bytes(createHash('sha256').update(manifest).digest());

  const { file, mended } = opened.value;
  async function* whole(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* body;
    yield tail;
  }
  const body = mended ? whole(chunksOf(await file.read(0, file.size))) : whole(verified.value.body);
  const key = objectKey(org, document, uid, 'signed');
  const stored = await storage.put(key, body, {
    maxBytes: file.size + tail.length,
    contentType: 'application/pdf',
  });
  if (!stored.ok) return stored;
  return ok({
    objectKey: key,
    name: `${name.replace(/\.pdf$/i, '')} (signed).pdf`,
    mediaType: 'application/pdf',
    size: stored.value.size,
    sha256: stored.value.sha256,
    pages: pages + added.length,
  });
}

import type { StoredFile } from '#events/document/events.ts';
import { ok } from '#events/failures.ts';
import type { Result } from '#events/failures.ts';
import { createHash } from 'node:crypto';
import { addPages } from '#app/pdf/append.ts';
import { openPdf } from '#app/pdf/inspect.ts';
import type { ManifestFacts } from '#app/pdf/manifest.ts';
import { addSealField, sealUpdate } from '#app/pdf/seal-field.ts';
import { PdfUpdate } from '#app/pdf/update.ts';
import type { Sealer } from '#app/pdf-signing/configured-certificate.ts';
import { objectKey } from '#app/storage/key.ts';
import type { OrganisationStorage } from '#app/storage/port.ts';
import { chunksOf, randomAccess } from '#app/storage/random-access.ts';
import { openToContinue } from '#app/storage/verified.ts';

export interface SignedPdfRequest {
  org: string;
  document: string;
  /** The uid under which the result is kept: one for each try, since no two seals have the same bytes. */
  uid: string;
  /** The PDF that was signed, as its event recorded it. */
  original: StoredFile & { pages: number };
  /** All but `original`, which is taken from the file itself. */
  facts: Omit<ManifestFacts, 'original' | 'seal'>;
  /** What it is sealed with, and when: ISO 8601 in UTC. */
  seal: { sealer: Sealer; at: string };
}

/** Where a signed PDF is kept. */
export const signedKey = (org: string, document: string, uid: string): string =>
  objectKey(org, document, uid, 'signed');

const sealedBecause = 'Sealed as it was when its last approver had signed';

/**
 * Makes the signed PDF: the original's bytes as they are, followed by pages that show its signatures (21 CFR 11.50) and the organisation's
 * seal over all of it (ETSI EN 319 142-1), and keeps it beside the original. Signatures that the original came with stay valid. The original
 * is streamed and its SHA-256 checked on the way: `file_damaged` where it differs, `file_missing` where it is gone.
 */
export async function makeSignedPdf(
  storage: OrganisationStorage,
  { org, document, uid, original, facts, seal }: SignedPdfRequest,
): Promise<Result<StoredFile & { pages: number }>> {
  const verified = await openToContinue(storage, original.objectKey, original.sha256);
  if (!verified.ok) return verified;
  const { hash, body, size } = verified.value;
  const opened = await openPdf(randomAccess(storage, original.objectKey, size));
  if (!opened.ok) return opened;
  const { name, pages } = original;
  const { organisation } = facts;
  const { sealer, at } = seal;
  // Fonts and pages are a sixth of a start, which waits for none of them.
  const { drawManifest } = await import('#app/pdf/manifest.ts');
  const manifest = await drawManifest({
    ...facts,
    original: { name, sha256: original.sha256, size: original.size, pages },
    seal: { organisation, fingerprint: sealer.fingerprint },
  });
  const { file, mended } = opened.value;
  const beginning = mended ? await file.read(0, file.size) : null;
  const update = new PdfUpdate(opened.value);
  const added = await addPages(update, manifest, 'end');
  const [page] = added;
  if (!page) throw new Error('The manifest has no page');
  await addSealField(update, page, { organisation, reason: sealedBecause, at }, sealer);
  const tail = sealUpdate(update.bytes(createHash('sha256').update(manifest).digest()), {
    size: file.size,
    before: beginning ? createHash('sha256').update(beginning) : hash,
    sealer,
  });
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* beginning ? chunksOf(beginning) : body;
    yield tail;
  }
  const key = signedKey(org, document, uid);
  const stored = await storage.put(key, whole(), {
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

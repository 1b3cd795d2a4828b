import { createHash } from 'node:crypto';
import type { StoredFile } from '#events/document/events.ts';
import { ok, type Result } from '#events/failures.ts';
import { followedBy } from '#app/pdf/controlled-copy.ts';
import type { ManifestFacts } from '#app/pdf/manifest.ts';
import type { Pdfs } from '#app/pdf/pdfs.ts';
import type { SigningCertificate } from '#app/pdf-signing/configured-certificate.ts';
import { signatureRoom, signUpdate } from '#app/pdf-signing/sign-update.ts';
import { objectKey } from '#app/storage/key.ts';
import type { OrganisationStorage } from '#app/storage/port.ts';
import { chunksOf, randomAccess } from '#app/storage/random-access.ts';
import { openToContinue } from '#app/storage/verified.ts';

export interface SignedPdfRequest {
  org: string;
  document: string;
  /** The uid under which the result is stored: one for each try, since no two signatures have the same bytes. */
  uid: string;
  /** The PDF that was signed, as its event recorded it. */
  original: StoredFile & { pages: number };
  /** All but `original`, which is taken from the file itself. */
  facts: Omit<ManifestFacts, 'original' | 'certificate'>;
  /** The organisation's certificate and the time of its signature: ISO 8601 in UTC. */
  certification: { certificate: SigningCertificate; at: string };
}

/** The object key of a signed PDF. */
export const signedKey = (org: string, document: string, uid: string): string =>
  objectKey(org, document, uid, 'signed');

const reason = 'Sealed as it was when its last approver had signed';

/**
 * Makes and stores the signed PDF: the original's unchanged bytes, pages that show its signatures (21 CFR 11.50), and the organisation's
 * certification signature over all of it (ETSI EN 319 142-1). Earlier signatures stay valid. `file_damaged` or `file_missing` where the
 * stored original is not the recorded one.
 */
export async function makeSignedPdf(
  { storage, pdfs }: { storage: OrganisationStorage; pdfs: Pdfs },
  { org, document, uid, original, facts, certification }: SignedPdfRequest,
): Promise<Result<StoredFile & { pages: number }>> {
  const verified = await openToContinue(storage, original.objectKey, original.sha256);
  if (!verified.ok) return verified;
  const { hash, body, size } = verified.value;
  const { name, pages, sha256 } = original;
  const { organisation } = facts;
  const { certificate, at } = certification;
  const prepared = await pdfs.appendManifest(randomAccess(storage, original.objectKey, size), {
    manifest: {
      ...facts,
      original: { name, sha256, size: original.size, pages },
      certificate: { organisation, fingerprint: certificate.fingerprint },
    },
    signature: { organisation, reason, at },
    room: signatureRoom(certificate),
  });
  if (!prepared.ok) return prepared;
  const { mended, tail, addedPages } = prepared.value;
  const beginningSize = mended?.length ?? size;
  const before = mended ? createHash('sha256').update(mended) : hash;
  const signed = signUpdate(tail, { size: beginningSize, before, certificate });
  const key = signedKey(org, document, uid);
  const stored = await storage.put(key, followedBy(mended ? chunksOf(mended) : body, signed), {
    maxBytes: beginningSize + signed.length,
    contentType: 'application/pdf',
  });
  if (!stored.ok) return stored;
  return ok({
    objectKey: key,
    name: `${name.replace(/\.pdf$/i, '')} (signed).pdf`,
    mediaType: 'application/pdf',
    size: stored.value.size,
    sha256: stored.value.sha256,
    pages: pages + addedPages,
  });
}

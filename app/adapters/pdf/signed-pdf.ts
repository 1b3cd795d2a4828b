import type { StoredFile } from '#events/document/events.ts';
import { ok, type Result } from '#events/failures.ts';
import { certifyPdf, type Certification } from '#app/adapters/pdf/certified-pdf.ts';
import type { ManifestFacts } from '#app/adapters/pdf/manifest-facts.ts';
import type { Pdfs } from '#app/adapters/pdf/pdfs.ts';
import { objectKey } from '#app/adapters/storage/key.ts';
import type { OrganisationStorage } from '#app/adapters/storage/port.ts';

export interface SignedPdfRequest {
  org: string;
  document: string;
  /** The uid under which the result is stored: one for each try, since no two signatures have the same bytes. */
  uid: string;
  /** The PDF that was signed, as its event recorded it. */
  original: StoredFile & { pages: number };
  /** All but `original`, which is taken from the file itself. */
  facts: Omit<ManifestFacts, 'original' | 'certificate' | 'isAttached' | 'rendition'>;
  certification: Certification;
}

/** The object key of a signed PDF. */
export const signedKey = (org: string, document: string, uid: string): string =>
  objectKey(org, document, uid, 'signed');

const reason = 'Sealed as it was when its last approver had signed';

/**
 * Makes and stores the signed PDF: the original's unchanged bytes, pages that show its signatures (21 CFR 11.50), and
 * the organisation's certification signature over all of it (ETSI EN 319 142-1). An original with signatures of others
 * is attached unchanged. `file_damaged` or `file_missing` where the stored original is not the recorded one.
 */
export async function makeSignedPdf(
  { storage, pdfs }: { storage: OrganisationStorage; pdfs: Pdfs },
  { org, document, uid, original, facts, certification }: SignedPdfRequest,
): Promise<Result<StoredFile & { pages: number }>> {
  const { name, pages, sha256, size } = original;
  const { organisation } = facts;
  const { fingerprint } = certification.certificate;
  const made = await certifyPdf(storage, original, { certification, organisation, reason }, (opened, signature) =>
    pdfs.appendManifest(opened, {
      manifest: { ...facts, original: { name, sha256, size, pages }, certificate: { organisation, fingerprint } },
      signature,
    }),
  );
  if (!made.ok) return made;
  const { prepared, certified } = made.value;
  const key = signedKey(org, document, uid);
  const stored = await storage.put(key, certified.body, { maxBytes: certified.size, contentType: 'application/pdf' });
  if (!stored.ok) return stored;
  return ok({
    objectKey: key,
    name: `${name.replace(/\.pdf$/i, '')} (signed).pdf`,
    mediaType: 'application/pdf',
    size: stored.value.size,
    sha256: stored.value.sha256,
    pages: prepared.pages,
    ...(prepared.isAttached && { isAttached: true }),
  });
}

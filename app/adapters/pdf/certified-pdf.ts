import { createHash } from 'node:crypto';
import { ok, type Result } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';
import type { SignatureFacts } from '#app/adapters/pdf/signature-field.ts';
import type { SigningCertificate } from '#app/adapters/pdf-signing/configured-certificate.ts';
import { signatureRoom, signUpdate } from '#app/adapters/pdf-signing/sign-update.ts';
import type { OrganisationStorage } from '#app/adapters/storage/port.ts';
import { chunksOf, randomAccess, type RandomAccess } from '#app/adapters/storage/random-access.ts';
import { openToContinue, type VerifiedFile } from '#app/adapters/storage/verified.ts';

/** The organisation's certificate and the time of its signature. */
export interface Certification {
  certificate: SigningCertificate;
  at: Instant;
}

/** What the certification signature says, and the bytes to be reserved for it. */
export interface SignatureRequest {
  facts: SignatureFacts;
  room: number;
}

/**
 * A PDF that is ready for its signature: bytes, then (`hasOriginal`) those of a stored file, then the update with the
 * empty signature.
 */
export interface CertifiablePdf {
  before: Uint8Array | null;
  hasOriginal: boolean;
  tail: Uint8Array;
}

interface StoredPdf {
  objectKey: string;
  sha256: string;
}

export interface CertifiedPdf extends VerifiedFile {
  sha256: string;
}

/**
 * Makes a PDF from a stored one and signs it last, over the whole file (ETSI EN 319 142-1). The stored bytes are
 * checked before and on the way and are streamed. Refuses as `openVerified` and `prepare` do.
 */
export async function certifyPdf<Prepared extends CertifiablePdf>(
  storage: OrganisationStorage,
  { objectKey, sha256 }: StoredPdf,
  { certification, organisation, reason }: { certification: Certification; organisation: string; reason: string },
  prepare: (file: RandomAccess, signature: SignatureRequest) => Promise<Result<Prepared>>,
): Promise<Result<{ prepared: Prepared; certified: CertifiedPdf }>> {
  const verified = await openToContinue(storage, objectKey, sha256);
  if (!verified.ok) return verified;
  const { certificate, at } = certification;
  const prepared = await prepare(randomAccess(storage, objectKey, verified.value.size), {
    facts: { organisation, reason, at },
    room: signatureRoom(certificate),
  });
  if (!prepared.ok) return prepared;
  const { before, hasOriginal, tail } = prepared.value;
  // A signature over other bytes first is hashed in a second reading.
  const opened = before && hasOriginal ? await openToContinue(storage, objectKey, sha256, before) : verified;
  if (!opened.ok) return opened;
  const hash = hasOriginal ? opened.value.hash : createHash('sha256').update(before ?? '');
  const size = (before?.length ?? 0) + (hasOriginal ? opened.value.size : 0);
  const signed = signUpdate(tail, { size, before: hash, certificate });
  const body = hasOriginal ? opened.value.body : null;
  return ok({
    prepared: prepared.value,
    certified: {
      size: size + signed.length,
      sha256: hash.copy().update(signed).digest('hex'),
      body: inOrder(before, body, signed),
    },
  });
}

async function* inOrder(
  before: Uint8Array | null,
  body: AsyncIterable<Uint8Array> | null,
  tail: Uint8Array,
): AsyncGenerator<Uint8Array> {
  if (before) yield* chunksOf(before);
  if (body) yield* body;
  yield tail;
}

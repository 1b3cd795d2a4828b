import { createHash } from 'node:crypto';
import type { StoredFile } from '#events/document/events.ts';
import { ok, type Result } from '#events/failures.ts';
import type { CopyMarks } from '#app/pdf/header-footer.ts';
import type { Pdfs } from '#app/pdf/pdfs.ts';
import type { OrganisationStorage } from '#app/storage/port.ts';
import { chunksOf, randomAccess } from '#app/storage/random-access.ts';
import { openToContinue } from '#app/storage/verified.ts';

/** A PDF as it is handed out, marked. */
export interface ControlledCopy {
  /** Length in bytes, and the SHA-256 of what is handed out. */
  size: number;
  sha256: string;
  /** Every page, or, where that cannot be done, a sheet before the first. */
  marked: 'every_page' | 'cover_sheet';
  /** To be read once. */
  body: AsyncIterable<Uint8Array>;
}

/**
 * A stored PDF with marks in the margin of every page, or on a sheet before them where the pages can't be followed or are too many. The copy
 * begins with the unchanged original, whose SHA-256 is checked before and on the way, and is streamed. Refuses as `openVerified` and `Pdfs` do.
 */
export async function makeControlledCopy(
  { storage, pdfs }: { storage: OrganisationStorage; pdfs: Pdfs },
  { objectKey, sha256 }: Pick<StoredFile, 'objectKey' | 'sha256'>,
  marks: CopyMarks,
): Promise<Result<ControlledCopy>> {
  const verified = await openToContinue(storage, objectKey, sha256);
  if (!verified.ok) return verified;
  const { size, hash, body } = verified.value;
  const prepared = await pdfs.markCopy(randomAccess(storage, objectKey, size), sha256, marks);
  if (!prepared.ok) return prepared;
  const { mended, tail, marked } = prepared.value;
  const digest = mended ? createHash('sha256').update(mended) : hash;
  return ok({
    size: (mended?.length ?? size) + tail.length,
    sha256: digest.update(tail).digest('hex'),
    marked,
    body: followedBy(mended ? chunksOf(mended) : body, tail),
  });
}

export async function* followedBy(body: AsyncIterable<Uint8Array>, tail: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* body;
  yield tail;
}

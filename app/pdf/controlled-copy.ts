import { createHash, type Hash } from 'node:crypto';
import type { StoredFile } from '#events/document/events.ts';
import { ok, type Result } from '#events/failures.ts';
import { addPages } from '#app/pdf/append.ts';
import type { CopyMarks } from '#app/pdf/header-footer.ts';
import { openPdf, type SoundPdf } from '#app/pdf/inspect.ts';
import { stampPages } from '#app/pdf/stamp.ts';
import { UnsoundPdf } from '#app/pdf/structure.ts';
import { PdfUpdate } from '#app/pdf/update.ts';
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
 * A stored PDF with its marks in the margin of every page. The original lies unchanged at the beginning of the copy (`head -c <size>` gives
 * it back), its SHA-256 is checked before and on the way, and it is streamed: a copy of any length takes little memory. Where
 * the pages can't be followed, or are too many, one sheet before them carries the marks. Refuses as `openVerified` and `openPdf` do.
 */
export async function makeControlledCopy(
  storage: OrganisationStorage,
  { objectKey, sha256 }: Pick<StoredFile, 'objectKey' | 'sha256'>,
  marks: CopyMarks,
): Promise<Result<ControlledCopy>> {
  const verified = await openToContinue(storage, objectKey, sha256);
  if (!verified.ok) return verified;
  const { size, body, hash } = verified.value;
  const opened = await openPdf(randomAccess(storage, objectKey, size));
  if (!opened.ok) return opened;
  const { file, mended } = opened.value;
  const beginning = mended
    ? { size: file.size, bytes: await file.read(0, file.size), what: 'mended from' }
    : { size, bytes: null, what: 'the original:' };
  const id = createHash('sha256')
    .update(JSON.stringify([sha256, marks]))
    .digest();
  const note = `Controlled copy. Its first ${beginning.size} bytes are ${beginning.what} SHA-256 ${sha256}`;
  const { update, marked } = await mark(opened.value, marks);
  const tail = update.bytes(id, note);
  const digest: Hash = beginning.bytes ? createHash('sha256').update(beginning.bytes) : hash;
  return ok({
    size: beginning.size + tail.length,
    sha256: digest.update(tail).digest('hex'),
    marked,
    body: followedBy(beginning.bytes ? chunksOf(beginning.bytes) : body, tail),
  });
}

async function mark(pdf: SoundPdf, marks: CopyMarks): Promise<{ update: PdfUpdate; marked: ControlledCopy['marked'] }> {
  try {
    const update = new PdfUpdate(pdf);
    await stampPages(update, marks);
    return { update, marked: 'every_page' };
  } catch (error) {
    if (!(error instanceof UnsoundPdf)) throw error;
    const update = new PdfUpdate(pdf);
    // Fonts and pages are a sixth of a start, which waits for none of them.
    const { drawCoverSheet } = await import('#app/pdf/cover-sheet.ts');
    await addPages(update, await drawCoverSheet(marks), 'start');
    return { update, marked: 'cover_sheet' };
  }
}

async function* followedBy(body: AsyncIterable<Uint8Array>, tail: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* body;
  yield tail;
}

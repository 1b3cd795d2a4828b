import { createHash } from 'node:crypto';
import { ok, type Result } from '#events/failures.ts';
import { addPages } from '#app/pdf/append.ts';
import { drawCoverSheet } from '#app/pdf/cover-sheet.ts';
import type { CopyMarks } from '#app/pdf/header-footer.ts';
import { openPdf, type SoundPdf } from '#app/pdf/inspect.ts';
import { stampPages } from '#app/pdf/stamp.ts';
import { isUnsoundPdf } from '#app/pdf/structure.ts';
import { PdfUpdate } from '#app/pdf/update.ts';
import { inBlocks } from '#app/storage/random-access.ts';
import { borrowFile, type LentFile } from '#app/workers/lent-file.ts';

export interface CopyMarked {
  /** The copy's beginning, where the original had to be mended; null: the original's own bytes. */
  mended: Uint8Array | null;
  /** The bytes that follow. */
  tail: Uint8Array;
  /** Every page, or, where that cannot be done, a sheet before the first. */
  marked: 'every_page' | 'cover_sheet';
}

/** Prepares a controlled copy. Equal marks of an equal original give equal bytes. */
export default async function markCopy({
  file,
  sha256,
  marks,
}: {
  file: LentFile;
  sha256: string;
  marks: CopyMarks;
}): Promise<Result<CopyMarked>> {
  const opened = await openPdf(inBlocks(borrowFile(file)));
  return opened.ok ? ok(await markCopyOf(opened.value, sha256, marks)) : opened;
}

export async function markCopyOf(pdf: SoundPdf, sha256: string, marks: CopyMarks): Promise<CopyMarked> {
  const id = createHash('sha256')
    .update(JSON.stringify([sha256, marks]))
    .digest();
  const origin = pdf.mended ? 'mended from' : 'the original:';
  const comment = `Controlled copy. Its first ${pdf.file.size} bytes are ${origin} SHA-256 ${sha256}`;
  const { update, marked } = await mark(pdf, marks);
  return { mended: await mendedBytes(pdf), tail: update.bytes(id, comment), marked };
}

async function mark(pdf: SoundPdf, marks: CopyMarks): Promise<{ update: PdfUpdate; marked: CopyMarked['marked'] }> {
  try {
    const update = new PdfUpdate(pdf);
    await stampPages(update, marks);
    return { update, marked: 'every_page' };
  } catch (error) {
    if (!isUnsoundPdf(error)) throw error;
    const update = new PdfUpdate(pdf);
    await addPages(update, await drawCoverSheet(marks), 'start');
    return { update, marked: 'cover_sheet' };
  }
}

/** The bytes of a mended PDF; null where the original was sound. */
export const mendedBytes = async ({ mended, file }: SoundPdf): Promise<Uint8Array | null> =>
  mended ? file.read(0, file.size) : null;

import { createHash } from 'node:crypto';
import type { Block } from '#app/comparison/engine/working/blocks.ts';
import { compareBlocks } from '#app/comparison/engine/working/compare-working.ts';
import { readOpenDocument } from '#app/comparison/engine/working/open-document.ts';
import { readWord } from '#app/comparison/engine/working/word.ts';
import type { WorkingComparison, WorkingFormat } from '#app/comparison/engine/working/working.ts';
import { openZip } from '#app/adapters/storage/content/zip.ts';
import { bytesAccess } from '#app/adapters/storage/random-access.ts';
import { borrowFile, type LentFile } from '#app/adapters/workers/lent-file.ts';

interface Given {
  file: LentFile;
  sha256: string;
  format: WorkingFormat;
}

/** Bytes of the largest part that is unpacked; a larger one is no document of words. */
const largestPart = 64 * 1024 * 1024;

/**
 * What differs between the words of two files. Null where one cannot be read, or its stored bytes have another SHA-256.
 */
export default async function compareWorkingFiles(given: {
  from: Given;
  to: Given;
}): Promise<WorkingComparison | null> {
  const older = await read(given.from);
  const newer = await read(given.to);
  return older && newer && compareBlocks(older, newer);
}

async function read({ file, sha256, format }: Given): Promise<Block[] | null> {
  const bytes = await borrowFile(file).read(0, file.size);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) return null;
  try {
    if (format === 'flat-open-document') return readOpenDocument(bytes.toString('utf8'));
    const zip = await openZip(bytesAccess(bytes), largestPart);
    if (format === 'word') return await readWord(zip);
    return readOpenDocument((await zip.text('content.xml')) ?? '', (await zip.text('styles.xml')) ?? '');
  } catch {
    return null;
  }
}

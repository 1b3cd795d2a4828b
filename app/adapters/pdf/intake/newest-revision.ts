import type { PdfStructure } from '#app/adapters/pdf/structure.ts';
import type { RandomAccess } from '#app/adapters/storage/random-access.ts';

/**
 * Whether the index that was read is the last thing in the file. Where objects or another index follow it, a newer
 * revision has been damaged, and readers show an older one without a word (ISO 32000-1, 7.5.6).
 */
export async function isNewestRevision(file: RandomAccess, structure: PdfStructure): Promise<boolean> {
  const last = structure.headerAt + Math.max(...structure.sections);
  if (file.size - last > longestIndex) return false;
  const text = (await file.read(last, file.size - last)).toString('latin1');
  const isTable = text.trimStart().startsWith('xref');
  const after = isTable ? text.slice(text.indexOf('xref') + 4) : text.slice(text.indexOf('endobj'));
  return !/(?<!start)xref|\bobj\b/.test(after);
}

/** The index of as many objects as a file may have, and white space after it. */
const longestIndex = 64 * 1024 * 1024;

/**
 * Whether a file whose index cannot be read was ever changed after it was first written: an older state could be taken
 * for it then.
 */
export function hasRevisions(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const ends = text.match(/startxref/g)?.length ?? 0;
  // A file made for the web begins with an index of its first page, with an end of its own (annex F).
  return ends > (text.slice(0, 2048).includes('/Linearized') ? 2 : 1);
}

/** Whether objects are packed into streams, which not every reader finds again without an index. */
export const hasIndexStream = (bytes: Buffer): boolean => /\/(?:XRef|ObjStm)\b/.test(bytes.toString('latin1'));

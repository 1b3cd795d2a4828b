import { createHash } from 'node:crypto';
import { PDFDict, PDFName, type PDFObject, type PDFRef } from 'pdf-lib';
import type { Rendition } from '#events/document/events.ts';
import { ok, refuse } from '#events/failures.ts';
import type { Result } from '#events/failures.ts';
import { withIndirectTree } from '#app/adapters/pdf/intake/indirect-tree.ts';
import { hasIndexStream, hasRevisions, isNewestRevision } from '#app/adapters/pdf/intake/newest-revision.ts';
import { isPasswordError, saveAnew } from '#app/adapters/pdf/intake/pdfium.ts';
import { Qpdf } from '#app/adapters/pdf/intake/qpdf.ts';
import { unpackedLength } from '#app/adapters/pdf/intake/unpacked-length.ts';
import { lookUp, readPageTree } from '#app/adapters/pdf/page-tree.ts';
import { referencesIn } from '#app/adapters/pdf/structure/references.ts';
import { mostObjects } from '#app/adapters/pdf/structure/places.ts';
import { readStructure, type PdfStructure } from '#app/adapters/pdf/structure.ts';
import { isUnsoundPdf, UnsoundPdf } from '#app/adapters/pdf/structure/unsound.ts';
import packageFile from '#package.json' with { type: 'json' };
import { bytesAccess, watchFaults, type RandomAccess } from '#app/adapters/storage/random-access.ts';

/** A PDF that every part of the product reads alike. `file` is the upload itself, or its rendition. */
export interface SoundPdf {
  file: RandomAccess;
  structure: PdfStructure;
  pages: number;
  pageTree: { ref: PDFRef; dict: PDFDict };
  /** What `file` is where it is not the upload itself; null where it is. */
  rendition: Rendition | null;
}

/** A larger file is read in pieces and is never rebuilt: an engine takes several times its length in memory. */
export const largestRebuilt = 64 * 1024 * 1024;

/**
 * The PDF as signed PDFs and copies are made from it: the upload's own bytes where they are sound to the last object,
 * else what PDFium reads of it, written anew. Equal bytes open alike at each step. Refuses with `file_encrypted`,
 * `file_truncated` or `file_content`.
 */
export async function openPdf(given: RandomAccess, qpdf = new Qpdf()): Promise<Result<SoundPdf>> {
  const { file, rethrow } = watchFaults(given);
  try {
    const pdf = (await openAsItIs(file, qpdf)) ?? (await openRebuilt(file, qpdf));
    return pdf.pages === 0 ? refuse('file_content', { detail: 'The PDF has no pages.' }) : ok(pdf);
  } catch (error) {
    rethrow();
    if (isPasswordError(error)) return refuse('file_encrypted', { detail: sentences.password });
    // Parsers and engines tell of damage by errors of every kind; only the storage's own are not of the file.
    return refuse('file_truncated', { detail: sentences[isUnsoundPdf(error) ? error.kind : 'broken'] });
  }
}

/** Null where the file must be rebuilt. Throws `UnsoundPdf` where it must not. */
async function openAsItIs(file: RandomAccess, qpdf: Qpdf): Promise<SoundPdf | null> {
  try {
    const structure = await readStructure(file);
    if (!(await isNewestRevision(file, structure))) throw new UnsoundPdf('outdated', 'A newer revision is damaged');
    if (structure.trailer.has(PDFName.of('Encrypt'))) return null;
    const pdf = await readWhole(file, structure, null);
    return file.size > largestRebuilt || (await qpdf.isClean(file)) ? pdf : null;
  } catch (error) {
    if (!isUnsoundPdf(error)) throw error;
    if (error.kind !== 'broken' || file.size > largestRebuilt) throw error;
    return null;
  }
}

async function openRebuilt(file: RandomAccess, qpdf: Qpdf): Promise<SoundPdf> {
  const structure = await readStructure(file).catch(() => null);
  if (file.size > largestRebuilt) throw new UnsoundPdf('broken', 'It is too large to be rebuilt');
  const bytes = await file.read(0, file.size);
  if (!structure && hasRevisions(bytes)) throw new UnsoundPdf('outdated', 'The newest index cannot be read');
  const because = structure?.trailer.has(PDFName.of('Encrypt')) ? 'restrictions' : 'repaired';
  if (because === 'repaired' && hasIndexStream(bytes))
    throw new UnsoundPdf('broken', 'Only some readers find its objects');
  // First, since only this engine tells a password for opening from damage.
  const saved = await saveAnew(bytes);
  if (because === 'restrictions' && !(await qpdf.isClean(file))) throw new UnsoundPdf('broken', 'It is damaged too');
  const pdf =
    saved &&
    ((await written(saved.bytes, because, qpdf)) ??
      (await written(await withIndirectTree(saved.bytes), because, qpdf)));
  if (!pdf) throw new UnsoundPdf('broken', 'It cannot be rebuilt');
  if (pdf.pages !== saved.pages) throw new UnsoundPdf('miscounted', 'A page is missing');
  return pdf;
}

/** Null where the file cannot be read to its last page even when it is written anew. */
async function written(bytes: Buffer, because: Rendition['because'], qpdf: Qpdf): Promise<SoundPdf | null> {
  const anew = await qpdf.writeAnew(bytesAccess(bytes));
  if (!anew || !(await qpdf.isClean(bytesAccess(anew)))) return null;
  const sha256 = createHash('sha256').update(anew).digest('hex');
  const rendition = { because, engine, size: anew.length, sha256 };
  const file = bytesAccess(anew);
  try {
    return await readWhole(file, await readStructure(file), rendition);
  } catch (error) {
    if (isUnsoundPdf(error) && error.kind === 'broken') return null;
    throw error;
  }
}

/** Reads every object and every page. Throws `UnsoundPdf` where one of them cannot be read. */
async function readWhole(
  file: RandomAccess,
  structure: PdfStructure,
  rendition: SoundPdf['rendition'],
): Promise<SoundPdf> {
  let highest = structure.size - 1;
  const see = (object: PDFObject): void => {
    for (const { objectNumber } of referencesIn(object)) highest = Math.max(highest, objectNumber);
  };
  see(structure.trailer);
  const count = unpackedLength(structure);
  for await (const object of structure.objects()) {
    see(object);
    await count(object);
  }
  // What is added must not get a number that a reference to nothing has, which would lead to it then.
  if (highest > mostObjects) throw new UnsoundPdf('broken', 'A reference leads beyond all objects');
  const info = await lookUp(structure, structure.trailer.get(PDFName.of('Info')));
  if (info !== undefined && !(info instanceof PDFDict)) throw new UnsoundPdf('broken', 'Its information is garbled');
  const { ref, dict, pages } = await readPageTree(structure);
  return { file, structure: { ...structure, size: highest + 1 }, pages, pageTree: { ref, dict }, rendition };
}

const { dependencies } = packageFile;
const engine = (['@hyzyla/pdfium', '@neslinesli93/qpdf-wasm'] as const)
  .map((name) => `${name} ${dependencies[name]}`)
  .join(', ');

const sentences: Record<UnsoundPdf['kind'] | 'password', string> = {
  cut: 'The PDF is cut short: its end is missing. Export it again, then upload it.',
  outdated:
    'The last saved change of this PDF is damaged, so that some readers show an older state of it. Export it ' +
    'again, then upload it.',
  miscounted: 'The PDF is damaged: it does not have as many pages as it says. Export it again, then upload it.',
  broken: 'The PDF is damaged: its index does not lead to its pages. Export it again, then upload it.',
  objects:
    'The PDF has more than 1,000,000 objects, the most that can be checked. Print it to a PDF, then upload that.',
  index: 'The PDF has an index that unpacks to more than 64 MB. Print it to a PDF, then upload that.',
  unpacked:
    'The PDF unpacks to more than 256 MB beside its pictures, or one picture has more. Split it or make it ' +
    'simpler, then upload it.',
  password: 'The PDF is protected with a password. Save it without one, then upload it again.',
};

import type { Rendition } from '#events/document/events.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { largestRebuilt, openPdf, type SoundPdf } from '#app/pdf/inspect.ts';
import { compare, drawsAlike } from '#app/pdf/intake/compare.ts';
import { isClean } from '#app/pdf/intake/qpdf.ts';
import { readWithoutIndex } from '#app/pdf/intake/second-reading.ts';
import { checkShownToEverybody } from '#app/pdf/intake/shown-to-everybody.ts';
import { makeOnTrial } from '#app/pdf/intake/trial.ts';
import { isSigned } from '#app/pdf/signatures.ts';
import { PdfUpdate } from '#app/pdf/update.ts';
import { watchFaults, type RandomAccess } from '#app/storage/random-access.ts';

export interface Inspected {
  pages: number;
  /** Why signed PDFs and copies are made from a rendition of the file; null where they are made from its own bytes. */
  rendition: Rendition | null;
}

/**
 * Whether a PDF can be taken as a final file: it reads alike for everybody, every page can be drawn, and a signed PDF and a copy can be made
 * that show the same. What is accepted here does not fail later.
 */
export async function inspectPdf(given: RandomAccess): Promise<Result<Inspected>> {
  const { file, rethrow } = watchFaults(given);
  const opened = await openPdf(file);
  if (!opened.ok) return opened;
  const pdf = opened.value;
  try {
    const shown = await checkShownToEverybody(pdf.structure);
    if (!shown.ok) return shown;
    // A larger file was read to its last object, which is as much as fits into the memory.
    const fault = file.size > largestRebuilt ? null : await tryOut(file, pdf);
    if (fault) return refuse('file_truncated', { detail: sentences[fault] });
    const isAttached = await isSigned(new PdfUpdate(pdf));
    return ok({ pages: pdf.pages, rendition: isAttached ? null : pdf.rendition });
  } catch {
    // Parsers and engines tell of damage by errors of every kind; only the storage's own are not of the file.
    rethrow();
    return refuse('file_truncated', { detail: sentences.differs });
  }
}

async function tryOut(file: RandomAccess, pdf: SoundPdf): Promise<keyof typeof sentences | null> {
  const original = await file.read(0, file.size);
  const used = await pdf.file.read(0, pdf.file.size);
  if (pdf.rendition && !(await drawsAlike(original, used))) return 'differs';
  if (pdf.rendition?.because === 'repaired') {
    const other = await readWithoutIndex(original);
    if (!other || !(await drawsAlike(original, other))) return 'ambiguous';
  }
  const results = await makeOnTrial(pdf);
  for (const made of [results.signed, results.copy]) if (!(await isClean(made))) return 'differs';
  return compare(used, results);
}

const sentences = {
  ambiguous: 'The PDF is damaged, so that not every reader shows the same of it. Export it again, then upload it.',
  undrawable: 'The PDF has a page that cannot be shown. Export it again, then upload it.',
  differs:
    'The PDF is damaged, so that a signed PDF or a copy of it would not show the same. Export it again, then upload it.',
};

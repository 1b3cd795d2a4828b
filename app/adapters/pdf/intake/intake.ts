import type { Rendition } from '#events/document/events.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { largestRebuilt, openPdf, type SoundPdf } from '#app/adapters/pdf/inspect.ts';
import { compare, drawsAlike, type Results } from '#app/adapters/pdf/intake/compare.ts';
import type { CertifiablePdf } from '#app/adapters/pdf/certified-pdf.ts';
import { joinedAccess } from '#app/adapters/pdf/intake/joined.ts';
import { memoryFaults } from '#app/adapters/pdf/intake/engine.ts';
import { Qpdf } from '#app/adapters/pdf/intake/qpdf.ts';
import { leadsAstray, readWithoutIndex } from '#app/adapters/pdf/intake/second-reading.ts';
import { checkShownToEverybody } from '#app/adapters/pdf/intake/shown-to-everybody.ts';
import { makeOnTrial } from '#app/adapters/pdf/intake/trial.ts';
import { readStructure } from '#app/adapters/pdf/structure.ts';
import { isSigned } from '#app/adapters/pdf/signatures.ts';
import { PdfUpdate } from '#app/adapters/pdf/update.ts';
import { watchFaults, type RandomAccess } from '#app/adapters/storage/random-access.ts';

export interface Inspected {
  pages: number;
  /** Why signed PDFs and copies are made from a rendition of the file; null where they are made from its own bytes. */
  rendition: Rendition | null;
}

/**
 * Whether a PDF can be taken as a final file: it reads alike for everybody, every page can be drawn, and a signed PDF
 * and a copy can be made that show the same. What is accepted here does not fail later.
 */
export async function inspectPdf(given: RandomAccess): Promise<Result<Inspected>> {
  const before = memoryFaults();
  const inspected = await inspectWithin(given);
  const { refused, starved } = memoryFaults();
  if (inspected.ok) return inspected;
  // An engine that got no memory takes the file for damaged.
  if (starved > before.starved) return refuse('busy', { detail: sentences.starved });
  return refused > before.refused ? refuse('file_truncated', { detail: sentences.heavy }) : inspected;
}

async function inspectWithin(given: RandomAccess): Promise<Result<Inspected>> {
  const { file, rethrow } = watchFaults(given);
  const qpdf = new Qpdf();
  const opened = await openPdf(file, qpdf);
  if (!opened.ok) return opened;
  const pdf = opened.value;
  try {
    const shown = await checkShownToEverybody(pdf.structure);
    if (!shown.ok) return shown;
    const fault = await (file.size > largestRebuilt ? tryOutLarge(pdf, qpdf) : tryOut(file, pdf, qpdf));
    if (fault) return refuse('file_truncated', { detail: sentences[fault] });
    const isAttached = await isSigned(new PdfUpdate(pdf));
    return ok({ pages: pdf.pages, rendition: isAttached ? null : pdf.rendition });
  } catch {
    // Parsers and engines tell of damage by errors of every kind; only the storage's own are not of the file.
    rethrow();
    return refuse('file_truncated', { detail: sentences.differs });
  }
}

async function tryOut(file: RandomAccess, pdf: SoundPdf, qpdf: Qpdf): Promise<keyof typeof sentences | null> {
  const original = await file.read(0, file.size);
  const used = await pdf.file.read(0, pdf.file.size);
  if (pdf.rendition && !(await drawsAlike(original, used))) return 'differs';
  if (pdf.rendition?.because === 'repaired') {
    const other = await readWithoutIndex(original, qpdf);
    if (!other || !(await drawsAlike(original, other))) return 'ambiguous';
    const structure = await readStructure(file).catch(() => null);
    if (structure && (await leadsAstray(structure))) return 'ambiguous';
  }
  const results = await makeOnTrial(pdf);
  const [signed, copy] = joined(pdf, results);
  for (const made of [signed, copy]) if (!(await qpdf.isClean(made))) return 'differs';
  qpdf.close();
  const whole = (made: RandomAccess): Promise<Buffer> => made.read(0, made.size);
  return compare(used, { ...results, signed: await whole(signed), copy: await whole(copy) });
}

const joined = ({ file }: SoundPdf, { signed, copy }: Results<CertifiablePdf>): [RandomAccess, RandomAccess] => [
  joinedAccess(file, signed),
  joinedAccess(file, copy),
];

/** The same in pieces: it is never rebuilt, and its streams are not unpacked but where a page is drawn. */
async function tryOutLarge(pdf: SoundPdf, qpdf: Qpdf): Promise<keyof typeof sentences | null> {
  if (pdf.file.size > largestDrawn) return 'tooLarge';
  const results = await makeOnTrial(pdf);
  const [signed, copy] = joined(pdf, results);
  for (const made of [signed, copy]) if (!(await qpdf.isWhole(made))) return 'differs';
  qpdf.close();
  return compare(pdf.file, { ...results, signed, copy });
}

/** PDFium counts a file's bytes with 31 bits; what is added to it must fit as well. */
const largestDrawn = 2000 * 1024 * 1024;

const sentences = {
  starved: 'The server has too little memory at the moment to check the PDF. Try again in a moment.',
  heavy: 'The PDF takes too much memory to check. Print it to a PDF as pictures, or split it, then upload that.',
  tooLarge: 'The PDF is larger than 2,000 MB, so that its pages cannot be checked. Make it smaller, then upload it.',
  ambiguous: 'The PDF is damaged, so that not every reader shows the same of it. Export it again, then upload it.',
  undrawable: 'The PDF has a page that cannot be shown. Export it again, then upload it.',
  differs:
    'The PDF is damaged, so that a signed PDF or a copy of it would not show the same. Export it again, then ' +
    'upload it.',
};

import type { PictureChange } from '#app/comparison/engine/comparison.ts';
import type { OpenedComparison } from '#app/comparison/stored-comparisons.ts';
import type { Ports } from '#app/kit/ports.ts';
import type { FoundFile } from '#app/documents/queries/file.ts';
import type { NamedVersion } from '#app/kit/query/signature.ts';
import type { PagePicture } from '#app/comparison/pdf/comparison-pdf.ts';
import type drawComparison from '#app/comparison/pdf/tasks/draw-comparison.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { isOutOfMemory, workerTask } from '#app/adapters/workers/pool.ts';

const drawComparisonTask = workerTask<typeof drawComparison>('app/comparison/pdf/tasks/draw-comparison.ts', 120_000);

/** Changes of pictures that are shown; further ones are named by their pages. */
const mostShown = 20;

export interface ComparisonToPrint {
  opened: OpenedComparison;
  document: Pick<NamedVersion, 'type' | 'functionalArea' | 'docNum' | 'name'>;
  from: string;
  to: string;
  /** The final PDFs of the versions that the person may read: of no other one are there pictures. */
  files: readonly FoundFile[];
}

/** A comparison as a PDF; null where it takes too much memory. Equal comparisons give equal bytes. */
export async function makeComparisonPdf(
  { pdfs, workers }: Pick<Ports, 'pdfs' | 'workers'>,
  org: string,
  { opened: { comparison, sha256 }, document, from, to, files }: ComparisonToPrint,
): Promise<Buffer | null> {
  async function picture(version: string, at: PictureChange['from']): Promise<PagePicture> {
    const found = files.find((one) => one.document.version === version);
    return at && found ? pdfs.picture(org, found.file, at.page) : null;
  }
  const pictures = [];
  for (const change of comparison.pictures.slice(0, mostShown))
    pictures.push({ from: await picture(from, change.from), to: await picture(to, change.to) });
  const number = documentNumber(document);
  const printed = { comparison, sha256, number, name: document.name, from, to, pictures };
  try {
    return Buffer.from(await workers.run(drawComparisonTask, printed));
  } catch (error) {
    if (isOutOfMemory(error)) return null;
    throw error;
  }
}

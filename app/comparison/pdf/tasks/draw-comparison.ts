import { buffer } from 'node:stream/consumers';
import { comparisonPdf, type PrintedComparison } from '#app/comparison/pdf/comparison-pdf.ts';

/** Draws a comparison as a PDF in a thread, which keeps the fonts' memory out of the serving one. */
export default async function drawComparison(printed: PrintedComparison): Promise<Uint8Array> {
  return buffer(await comparisonPdf(printed));
}

import { buffer } from 'node:stream/consumers';
import type { SignatureRequest } from '#app/pdf/certified-pdf.ts';
import { indexPdf } from '#app/evidence/pack/index-pdf.ts';
import type { PackSummary } from '#app/evidence/pack/summary.ts';

/** Draws the index of a pack as a PDF in a thread. */
export default async function drawIndex({
  summary,
  signature,
}: {
  summary: PackSummary;
  signature: SignatureRequest;
}): Promise<Uint8Array> {
  return buffer(await indexPdf(summary, signature));
}

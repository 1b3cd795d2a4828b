import { buffer } from 'node:stream/consumers';
import type { SignatureRequest } from '#app/adapters/pdf/certified-pdf.ts';
import { indexPdf } from '#app/audit/evidence/pack/index-pdf.ts';
import type { PackSummary } from '#app/audit/evidence/pack/summary.ts';

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

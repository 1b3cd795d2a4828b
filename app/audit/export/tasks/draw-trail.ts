import { buffer } from 'node:stream/consumers';
import type { SignatureRequest } from '#app/adapters/pdf/certified-pdf.ts';
import type { AuditTrailReport } from '#app/audit/export/audit-trail.ts';
import { auditTrailPdf } from '#app/audit/export/audit-trail-pdf.ts';

/** Draws an audit trail as a PDF in a thread, which keeps the fonts' memory out of the serving one. */
export default async function drawTrail({
  trail,
  signature,
}: {
  trail: AuditTrailReport;
  signature: SignatureRequest;
}): Promise<Uint8Array> {
  return buffer(await auditTrailPdf(trail, signature));
}

import type { Readable } from 'node:stream';
import { refuse, ok, type Result } from '#events/failures.ts';
import type { Ports } from '#app/ports.ts';
import { coverUpTo } from '#app/queries/audit/proof.ts';
import { readPersonReport, readTrailReport } from '#app/queries/audit/report.ts';
import { getWholeTrail } from '#app/queries/audit/trail.ts';
import { getUserLog } from '#app/queries/audit/user-log.ts';
import { ask } from '#app/queries/query.ts';
import { fullName, type Viewer } from '#app/queries/viewer.ts';
import type { ReportFormat } from '#app/queries/report/names.ts';
import type { AuditTrailReport } from '#app/reports/audit-trail.ts';
import { auditTrailCsv } from '#app/reports/audit-trail-csv.ts';
import { auditTrailPdf } from '#app/reports/audit-trail-pdf.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

export interface TrailRequest {
  name: 'user-audit-log' | 'document-audit-trail';
  format: ReportFormat;
  /** The uid of the person or of the document. */
  about: string;
  /** Whether a CSV begins with the mark by which Excel knows UTF-8. */
  mark?: boolean;
}

/** A trail as a file, for whoever may read it. */
export async function makeTrail(
  ports: Ports,
  viewer: Viewer,
  { name, format, about, mark = true }: TrailRequest,
): Promise<Result<{ body: Readable; filename: string }>> {
  const read = name === 'user-audit-log' ? readUserLog : readDocumentTrail;
  const trail = await read(ports, viewer, about);
  if (!trail.ok) return trail;
  const { report, title } = trail.value;
  const body = format === 'csv' ? auditTrailCsv(report, { mark }) : await auditTrailPdf(report);
  return ok({ body, filename: `${title}.${format}` });
}

type Trail = Promise<Result<{ report: AuditTrailReport; title: string }>>;

async function readDocumentTrail(ports: Ports, viewer: Viewer, uid: string): Trail {
  const found = await ask(getWholeTrail, { document: uid }, { ports, viewer, now: ports.now() });
  if (!found.ok) return found;
  const { document, positions, last } = found.value;
  const checkpoint = await coverUpTo(ports, viewer.org, last);
  if (!checkpoint) return refuse('not_found');
  const report = await readTrailReport(ports, { ...madeFor(viewer), document, positions, checkpoint });
  return ok({ report, title: `${documentNumber(document).replaceAll(' ', '')} ${document.name} audit trail` });
}

async function readUserLog(ports: Ports, viewer: Viewer, uid: string): Trail {
  const found = await ask(getUserLog, { user: uid, page: 1, whole: true }, { ports, viewer, now: ports.now() });
  if (!found.ok) return found;
  const { person, positions, last } = found.value;
  const checkpoint = await coverUpTo(ports, viewer.org, last);
  const report = await readPersonReport(ports, { ...madeFor(viewer), person, positions, checkpoint });
  return ok({ report, title: `${person.name} audit log` });
}

const madeFor = (viewer: Viewer) => ({
  organisation: { uid: viewer.org, name: viewer.orgName },
  madeBy: fullName(viewer),
  zone: viewer.settings.timeZone,
});

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ok, type Result } from '#events/failures.ts';
import type { Ports } from '#app/kit/ports.ts';
import { permitted } from '#app/reports/queries/access.ts';
import { readFrame } from '#app/reports/queries/frame.ts';
import {
  atItsMoment,
  isTrailRequest,
  reportAbout,
  type ReportRequest,
  type TableRequest,
} from '#app/reports/queries/names.ts';
import { findLedgerDamage, quickCheck } from '#app/audit/queries/ledger-damage.ts';
import { hasMovedOn, withSource } from '#app/reports/queries/source.ts';
import { fullName, type Viewer } from '#app/kit/query/viewer.ts';
import type { Frame } from '#app/adapters/pdf/report/frame.ts';
import { fitsFormat, isQuick, sizeOf } from '#app/reports/making/size.ts';
import { enqueueReport, type QueuedReport } from '#app/reports/making/report-queue.ts';
import type { ReportFormat } from '#app/kit/downloads/media-type.ts';
import { openSeal } from '#app/kit/downloads/open-seal.ts';
import { makeTrail } from '#app/audit/export/trails.ts';

export interface ReportFile {
  kind: 'file';
  bytes: Buffer;
  filename: string;
}

export type RequestedReport = ReportFile | { kind: 'queued'; report: QueuedReport };

/** Folding a longer ledger up to an earlier position is too slow to wait for. */
const longLedger = 50_000n;

/** `Training Matrix (as of event no. 18951).pdf`. */
export const filenameOf = ({ title, position }: Pick<Frame, 'title' | 'position'>, format: ReportFormat): string =>
  `${title} (as of event no. ${position}).${format}`;

/** Makes a quick report at once; queues a slow one, or finds it in the queue. Checks the viewer's permission. */
export async function requestReport(
  ports: Ports,
  viewer: Viewer,
  asked: ReportRequest,
): Promise<Result<RequestedReport>> {
  const allowed = permitted(viewer, asked);
  if (!allowed.ok) return allowed;
  const request = allowed.value;
  if (!isTrailRequest(request)) return requestTable(ports, viewer, atItsMoment(request as TableRequest, ports.now()));
  const { name, format, filters, position, mark } = request;
  const about = (name === 'user-audit-log' ? filters.person : filters.document) ?? '';
  const trail = await makeTrail(ports, viewer, { name, format, about, position, mark });
  if (!trail.ok) return trail;
  return ok({ kind: 'file', filename: trail.value.filename, bytes: await buffer(trail.value.body) });
}

async function requestTable(ports: Ports, viewer: Viewer, request: TableRequest): Promise<Result<RequestedReport>> {
  const { database, ledger } = ports;
  const madeBy = fullName(viewer);
  const opened = request.format === 'pdf' ? await openSeal(ports, { org: viewer.org, name: viewer.orgName }) : ok(null);
  if (!opened.ok) return opened;
  const seal = opened.value;
  const { size: head } = await ledger.readHead(viewer.org);
  const { position, format } = request;
  if (position !== null && BigInt(head) > longLedger && (await hasMovedOn(database, viewer.org, position))) {
    const { title } = reportAbout(request.name);
    return enqueue(ports, viewer, request, { title, position, rows: 0 });
  }
  // The position stays the one that was checked, whatever is recorded meanwhile.
  const checked = position ?? head;
  const isLong = BigInt(checked) > quickCheck;
  const damage = isLong ? null : await findLedgerDamage(ports, viewer.org, checked);
  const answer = await withSource(database, { ...request, org: viewer.org, position: checked }, async (source) => {
    const frame = await readFrame(source, request, madeBy);
    if (!frame.ok) return frame;
    const size = await sizeOf(source, request);
    const fits = fitsFormat(size, request);
    if (!fits.ok) return fits;
    return ok({ ...frame.value, rows: size.rows, isSlow: isLong || !isQuick(size, format) });
  });
  if (!answer.ok) return answer;
  if (!answer.value.ok) return answer.value;
  const found = answer.value.value;
  if (found.isSlow) return enqueue(ports, viewer, request, found);
  const made = await ports.quickReport({
    org: viewer.org,
    request: { ...request, position: checked },
    madeBy,
    damage,
    signature: seal && seal.signature,
  });
  if (!made.ok) return made;
  const bytes = seal ? await buffer(seal.over(Readable.from([made.value]))) : Buffer.from(made.value);
  return ok({ kind: 'file', filename: filenameOf(found, format), bytes });
}

async function enqueue(
  ports: Ports,
  viewer: Viewer,
  request: TableRequest,
  { title, position, rows }: { title: string; position: string; rows: number },
): Promise<Result<RequestedReport>> {
  const filename = filenameOf({ title, position }, request.format);
  const queued = await enqueueReport(ports, viewer, {
    request: { ...request, position },
    title,
    filename,
    total: rows,
  });
  return queued.ok ? ok({ kind: 'queued', report: queued.value }) : queued;
}

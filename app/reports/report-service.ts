import { buffer } from 'node:stream/consumers';
import { ok, type Result } from '#events/failures.ts';
import type { Ports } from '#app/ports.ts';
import { permitted } from '#app/queries/report/access.ts';
import { readFrame } from '#app/queries/report/frame.ts';
import { isTrailRequest, reportAbout, type ReportFormat, type ReportRequest } from '#app/queries/report/names.ts';
import { hasMovedOn, withSource } from '#app/queries/report/source.ts';
import { fullName, type Viewer } from '#app/queries/viewer.ts';
import type { Frame } from '#app/reports/frame.ts';
import { makeReport, type TableRequest } from '#app/reports/make-report.ts';
import type { ReportMaker } from '#app/reports/report-process.ts';
import { isQuick, sizeOf } from '#app/reports/size.ts';
import { begin, type KeptReport } from '#app/reports/report-queue.ts';
import { makeTrail } from '#app/reports/trails.ts';
import type { Check } from '#app/signed-url/signed-url.ts';

/** Where links to reports lead. */
export const reportFilePath = '/files/report';

/** A link that needs no cookie. `expiresAt` is ISO 8601 in UTC. */
export interface ReportLink {
  url: string;
  expiresAt: string;
}

export interface ReportFile {
  kind: 'file';
  bytes: Buffer;
  filename: string;
}

/** What asking for a report gives: the file, or where it is being made. */
export type Taken = ReportFile | { kind: 'kept'; report: KeptReport };

/** Hands out reports. Every one of its functions expects a request that `permitted` has let through, but `take`, which asks it. */
export interface Reports {
  /** A link for this person, good for 15 minutes and while the session lasts. */
  link(viewer: Viewer, request: ReportRequest): Promise<Result<ReportLink>>;
  checkLink(token: string): Check<'report'>;
  /** Makes it at once where that is quick; else begins it, or finds it begun or finished. */
  take(viewer: Viewer, request: ReportRequest): Promise<Result<Taken>>;
  /** Makes reports of any size in a process of their own: for the job. */
  readonly maker: ReportMaker;
}

const linkLifetime = 15 * 60_000;
/** Going back to a place in a longer ledger takes longer than a person waits. */
const farBack = 50_000n;

const types: Record<ReportFormat, string> = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' };
export const mediaType = (format: ReportFormat): string => types[format];

/** `Training Matrix (ledger position 18951).pdf`. */
export const filenameOf = ({ title, position }: Pick<Frame, 'title' | 'position'>, format: ReportFormat): string =>
  `${title} (ledger position ${position}).${format}`;

export function createReports(ports: () => Ports, maker: ReportMaker): Reports {
  return {
    maker,
    async link(viewer, request) {
      // However often it is opened, it leads to one report.
      const position = request.position ?? (await ports().ledger.readHead(viewer.org)).size;
      const expiresAt = Date.parse(ports().now()) + linkLifetime;
      const reader = { org: viewer.org, user: viewer.uid, publicId: viewer.session };
      const grant = { reader, request: { ...request, position } };
      const url = ports().signedUrls.url(reportFilePath, 'report', grant, expiresAt);
      return ok({ url, expiresAt: new Date(expiresAt).toISOString() });
    },
    checkLink: (token) => ports().signedUrls.read('report', token, Date.parse(ports().now())),
    async take(viewer, asked) {
      const allowed = permitted(viewer, asked);
      if (!allowed.ok) return allowed;
      const request = allowed.value;
      if (isTrailRequest(request)) {
        const { name, format, filters, position, mark } = request;
        const about = (name === 'user-audit-log' ? filters.person : filters.document) ?? '';
        const trail = await makeTrail(ports(), viewer, { name, format, about, position, mark });
        return trail.ok
          ? ok({ kind: 'file', filename: trail.value.filename, bytes: await buffer(trail.value.body) })
          : trail;
      }
      return takeTable(ports(), viewer, request as TableRequest);
    },
  };
}

async function takeTable(ports: Ports, viewer: Viewer, request: TableRequest): Promise<Result<Taken>> {
  const { database, ledger } = ports;
  const madeBy = fullName(viewer);
  const { size: head } = await ledger.readHead(viewer.org);
  const { position, format } = request;
  if (position !== null && BigInt(head) > farBack && (await hasMovedOn(database, viewer.org, position))) {
    const { title } = reportAbout(request.name);
    return keep(ports, viewer, request, { title, position, rows: 0 });
  }
  const answer = await withSource(database, viewer.org, position, async (source): Promise<Result<Taken | Slow>> => {
    const frame = await readFrame(source, request, madeBy);
    if (!frame.ok) return frame;
    const size = await sizeOf(source, request);
    if (!isQuick(size, format)) return ok({ kind: 'slow', rows: size.rows, ...frame.value });
    const made = await makeReport(source, request, { madeBy });
    if (!made.ok) return made;
    return ok({ kind: 'file', filename: filenameOf(frame.value, format), bytes: await buffer(made.value.body) });
  });
  if (!answer.ok) return answer;
  if (!answer.value.ok) return answer.value;
  const taken = answer.value.value;
  return taken.kind === 'slow' ? keep(ports, viewer, request, taken) : ok(taken);
}

interface Slow {
  kind: 'slow';
  title: string;
  position: string;
  rows: number;
}

async function keep(
  ports: Ports,
  viewer: Viewer,
  request: TableRequest,
  { title, position, rows }: Omit<Slow, 'kind'>,
): Promise<Result<Taken>> {
  const filename = filenameOf({ title, position }, request.format);
  const kept = await begin(ports, viewer, { request: { ...request, position }, title, filename, total: rows });
  return kept.ok ? ok({ kind: 'kept', report: kept.value }) : kept;
}

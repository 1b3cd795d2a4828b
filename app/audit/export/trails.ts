import { Readable } from 'node:stream';
import { refuse, ok, type Result } from '#events/failures.ts';
import type { Instant } from '#events/time.ts';
import type { Ports } from '#app/kit/ports.ts';
import { documentAsOf, personAsOf } from '#app/audit/queries/as-of.ts';
import { readPlace, readPlaceAt, type LedgerPlace } from '#app/kit/query/past.ts';
import { firstToCover } from '#app/audit/queries/proof.ts';
import { readOrganisationReport, readPersonReport, readTrailReport } from '#app/audit/queries/trail-report.ts';
import { getOrganisationLog } from '#app/audit/queries/logs.ts';
import { getWholeTrail } from '#app/audit/queries/list-trail.ts';
import { getUserLog } from '#app/audit/queries/logs.ts';
import { ask } from '#app/kit/query/query.ts';
import { fullName, type Viewer } from '#app/kit/query/viewer.ts';
import type { ReportFormat } from '#app/kit/downloads/media-type.ts';
import type { AuditTrailReport } from '#app/audit/export/audit-trail.ts';
import { auditTrailCsv } from '#app/audit/export/audit-trail-csv.ts';
import { openSeal } from '#app/kit/downloads/open-seal.ts';
import type drawTrail from '#app/audit/export/tasks/draw-trail.ts';
import { userStatusLabel } from '#events/user/status.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';
import { workerTask } from '#app/adapters/workers/pool.ts';

const drawTrailTask = workerTask<typeof drawTrail>('app/audit/export/tasks/draw-trail.ts', 300_000);

export interface TrailRequest {
  name: 'user-audit-log' | 'document-audit-trail' | 'organisation-audit-log';
  format: ReportFormat;
  /** The uid of the person, of the document, of the organisation. */
  about: string;
  /** The ledger position (decimal text); null: the latest. */
  position?: string | null;
  /** Instead of `position`: the time. */
  until?: Instant | null;
  /** Whether a CSV starts with the byte order mark. */
  mark?: boolean;
}

/** Makes an audit trail as a file, if the viewer may read it. */
export async function makeTrail(
  ports: Ports,
  viewer: Viewer,
  { name, format, about, position = null, until = null, mark = true }: TrailRequest,
): Promise<Result<{ body: Readable; filename: string }>> {
  const read = readers[name];
  const place = await ports.database.read(viewer.org, async (db) =>
    position !== null ? readPlace(db, position) : until !== null ? readPlaceAt(db, until) : null,
  );
  if ((position ?? until) !== null && !place)
    return refuse('not_found', { detail: 'The ledger has no such position.' });
  const trail = await read(ports, viewer, about, place);
  if (!trail.ok) return trail;
  const { report, title } = trail.value;
  const filename = `${title}.${format}`;
  if (format === 'csv') return ok({ body: auditTrailCsv(report, { mark }), filename });
  const seal = await openSeal(ports, { org: viewer.org, name: viewer.orgName });
  if (!seal.ok) return seal;
  const drawn = await ports.workers.run(drawTrailTask, { trail: report, signature: seal.value.signature });
  return ok({ body: seal.value.over(Readable.from([drawn])), filename });
}

type Trail = Promise<Result<{ report: AuditTrailReport; title: string }>>;

async function readDocumentTrail(ports: Ports, viewer: Viewer, uid: string, place: LedgerPlace | null): Trail {
  const found = await ask(getWholeTrail, { document: uid }, { ports, viewer, now: ports.now() });
  if (!found.ok) return found;
  const positions = upTo(found.value.positions, place);
  const document = place
    ? await ports.database.read(viewer.org, (db) => documentAsOf(db, found.value.document, place))
    : found.value.document;
  const last = positions.at(-1);
  if (!document || !last) return refuse('not_found');
  const checkpoint = await firstToCover(ports, viewer.org, last);
  if (!checkpoint) return refuse('not_found');
  const report = await readTrailReport(ports, { ...madeFor(viewer), document, positions, checkpoint, place });
  return ok({ report, title: `${documentNumber(document).replaceAll(' ', '')} ${document.name} audit trail` });
}

async function readUserLog(ports: Ports, viewer: Viewer, uid: string, place: LedgerPlace | null): Trail {
  const found = await ask(getUserLog, { user: uid, page: 1, whole: true }, { ports, viewer, now: ports.now() });
  if (!found.ok) return found;
  const positions = upTo(found.value.positions, place);
  const person = place
    ? await ports.database.read(viewer.org, (db) => personAsOf(db, found.value.person, place))
    : found.value.person;
  if (!person) return refuse('not_found');
  const checkpoint = await firstToCover(ports, viewer.org, positions.at(-1) ?? '0');
  const named = { ...person, status: userStatusLabel(person.status) };
  const report = await readPersonReport(ports, { ...madeFor(viewer), person: named, positions, checkpoint, place });
  return ok({ report, title: `${person.name} audit log` });
}

/** The viewer's own organisation, regardless of the uid. */
async function readOrganisationLog(ports: Ports, viewer: Viewer, _uid: string, place: LedgerPlace | null): Trail {
  const found = await ask(getOrganisationLog, { page: 1, whole: true }, { ports, viewer, now: ports.now() });
  if (!found.ok) return found;
  const { organisation } = found.value;
  const positions = upTo(found.value.positions, place);
  const checkpoint = await firstToCover(ports, viewer.org, positions.at(-1) ?? '0');
  const made = { ...madeFor(viewer), domain: organisation.domain };
  const report = await readOrganisationReport(ports, { ...made, positions, checkpoint, place });
  return ok({ report, title: `${organisation.name} audit log` });
}

const readers = {
  'user-audit-log': readUserLog,
  'document-audit-trail': readDocumentTrail,
  'organisation-audit-log': readOrganisationLog,
} as const;

/** Positions in ascending order, up to a limit. */
const upTo = (positions: readonly string[], place: LedgerPlace | null): readonly string[] =>
  place ? positions.filter((position) => BigInt(position) <= BigInt(place.position)) : positions;

const madeFor = (viewer: Viewer) => ({
  organisation: { uid: viewer.org, name: viewer.orgName },
  madeBy: fullName(viewer),
  zone: viewer.settings.timeZone,
});

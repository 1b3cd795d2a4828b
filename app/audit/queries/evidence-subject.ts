import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { Named } from '#events/common.ts';
import { ok, refuse, type Failure, type Result } from '#events/failures.ts';
import type { EvidenceKind, EvidencePeriod } from '#events/evidence/events.ts';
import { roleMay } from '#events/permissions.ts';
import { streams } from '#events/streams.ts';
import { addMs, type Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { readPlaceAt } from '#app/kit/query/past.ts';
import { readTrailDocument } from '#app/audit/queries/subject.ts';
import { startOfDay } from '#app/kit/query/period.ts';
import { withPasskeys } from '#app/audit/queries/with-passkeys.ts';
import { query } from '#app/kit/query/query.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';

/** A request for evidence. `uid`: of the document, person, record or organisation. */
export const evidenceRequest = z.object({
  kind: z.enum(['document', 'person', 'training-record', 'organisation']),
  uid: z.string(),
  /** Days in the organisation's zone, both included; only for an organisation. */
  from: z.iso.date().nullable().default(null),
  to: z.iso.date().nullable().default(null),
  /** The ledger's size at the pack's checkpoint. */
  size: z.string().regex(/^[1-9]\d{0,15}$/),
});
export type EvidenceRequest = z.output<typeof evidenceRequest>;

/** The subject of a pack and the positions of its events. */
export interface EvidenceSubject {
  kind: EvidenceKind;
  uid: string;
  document: Named | null;
  person: Named | null;
  period: EvidencePeriod | null;
  /** Ledger positions, ascending, within the checkpoint. */
  positions: string[];
}

/** Whether a person may take this evidence: admins all, authors that of documents, everybody their own. */
const mayExport = (viewer: Viewer, kind: EvidenceKind, owner: string | null): boolean =>
  roleMay(viewer.role, 'evidence.export_any') ||
  (kind === 'document' && roleMay(viewer.role, 'evidence.export_document')) ||
  (owner === viewer.uid && roleMay(viewer.role, 'evidence.export_own'));

type Place = { position: string };
type Db = Kysely<Database>;

/** The subject of a pack and the positions of its events. Refuses `not_found`, or `not_allowed` for the role. */
export const getEvidenceSubject = query({
  name: 'evidence.subject',
  input: evidenceRequest,
  permission: 'signed-in',
  async run(request, { db, viewer }): Promise<Result<EvidenceSubject>> {
    if (!z.uuid().safeParse(request.uid).success) return refuse('not_found');
    const found = await readers[request.kind](db, request, viewer);
    if (!found.ok) return found;
    if (found.value.positions.length === 0) return refuse('evidence_empty');
    return ok({ ...found.value, positions: await withPasskeys(db, found.value.positions) });
  },
});

type Reader = (db: Db, request: EvidenceRequest, viewer: Viewer) => Promise<Result<EvidenceSubject>>;

const readers: Record<EvidenceKind, Reader> = {
  async document(db, { uid, size }, viewer) {
    if (!mayExport(viewer, 'document', null)) return refuse('not_allowed');
    const document = await readTrailDocument(db, uid);
    if (!document) return refuse('not_found');
    const positions = await trail(db, 'document', uid, size);
    return ok({ ...nobody, kind: 'document', uid, document: { uid, name: document.name }, positions });
  },

  async person(db, { uid, size }, viewer) {
    if (!mayExport(viewer, 'person', uid)) return foreign(viewer);
    const person = await readPerson(db, uid);
    if (!person) return refuse('not_found');
    return ok({ ...nobody, kind: 'person', uid, person, positions: await trail(db, 'user', uid, size) });
  },

  async 'training-record'(db, { uid, size }, viewer) {
    const record = await db
      .selectFrom('read.training_record as t')
      .innerJoin('read.document_version as v', (join) =>
        join.onRef('v.document_uid', '=', 't.document_uid').onRef('v.version', '=', 't.version'),
      )
      .select(['t.user_uid as user', 't.document_uid as document', 't.version', 'v.name'])
      .select(['t.assigned_position', 't.completed_position', 't.cancelled_position'])
      .where('t.uid', '=', uid)
      .executeTakeFirst();
    if (!record || !mayExport(viewer, 'training-record', record.user)) return refuse('not_found');
    const own = [record.assigned_position, record.completed_position, record.cancelled_position];
    const { rows } = await sql<Place>`
      select position from ${ownRows('ledger.event')} e
      where position <= ${size} and (
        position = any(${own.filter((position) => position !== null)}::bigint[])
        or (stream = ${streams.training(record.document)} and type = 'TrainingDueChanged'
          and strpos(canonical, ${uid}) > 0)
        or (stream = any(${[streams.document(record.document), streams.reading(record.document, record.user)]})
            -- An altered event that cannot be read belongs to the pack, so that the pack is refused.
            and case when canonical is json then canonical::jsonb #>> '{data,version}' = ${record.version}
              else true end)
        or stream = ${streams.user(record.user)})
      order by position`.execute(db);
    return ok({
      ...nobody,
      kind: 'training-record',
      uid,
      document: { uid: record.document, name: record.name },
      person: await readPerson(db, record.user),
      positions: placesOf(rows),
    });
  },

  async organisation(db, { uid, from, to, size }, viewer) {
    if (uid !== viewer.org) return refuse('not_found');
    if (!mayExport(viewer, 'organisation', null)) return refuse('not_allowed');
    if (!from || !to || from > to)
      return refuse('invalid_input', { fields: { to: ['Choose a last day that is not before the first.'] } });
    const zone = viewer.settings.timeZone;
    const [before, last] = await Promise.all([
      lastBefore(db, startOfDay(from, 0, zone)),
      lastBefore(db, startOfDay(to, 1, zone)),
    ]);
    const count = Math.max(0, Math.min(last, Number(size)) - before);
    const positions = Array.from({ length: count }, (_, n) => String(before + 1 + n));
    return ok({ ...nobody, kind: 'organisation', uid, period: { from, to }, positions });
  },
};

/** The last position before a moment, else 0: times are whole milliseconds. */
async function lastBefore(db: Db, moment: Instant): Promise<number> {
  const place = await readPlaceAt(db, addMs(moment, -1));
  return Number(place?.position ?? 0);
}

const nobody = { document: null, person: null, period: null };

/** The refusal for another person's evidence, which does not show whether it exists. */
const foreign = (viewer: Viewer): { ok: false; failure: Failure } =>
  refuse(roleMay(viewer.role, 'audit.view_user') ? 'not_found' : 'not_allowed');

const placesOf = (rows: readonly Place[]): string[] => rows.map(({ position }) => position);

async function trail(db: Db, kind: 'document' | 'user', subject: string, size: string): Promise<string[]> {
  const { rows } = await sql<Place>`
    select distinct position from ${ownRows('read.audit')} audit
    where kind = ${kind} and subject = ${subject} and position <= ${size} order by position`.execute(db);
  return placesOf(rows);
}

async function readPerson(db: Db, uid: string): Promise<Named | null> {
  const person = await db
    .selectFrom('read.user_account')
    .select(['uid', 'full_name as name'])
    .where('uid', '=', uid)
    .executeTakeFirst();
  return person ?? null;
}

import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { DocumentType, StoredFile } from '#events/document/events.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { Instant } from '#events/time.ts';
import type { VersionStatus } from '#projections/statuses.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';
import { versionInAddress } from '#app/documents/forms/version-in-address.ts';
import { query } from '#app/kit/query/query.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';
import { trainingCounts } from '#app/documents/queries/training-rate.ts';
import { pdfToTake } from '#app/documents/words/pdf-to-take.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';

/** A file of a version and the purpose of the download: signers get the exact bytes that they sign. */
export const fileRequest = z.object({
  document: sentUid(),
  version: versionInAddress,
  kind: z.enum(['working', 'final', 'signed']),
  purpose: z.enum(['approval', 'training', 'effective', 'manage']).catch('manage').default('manage'),
  /** The stored bytes instead of a controlled copy, for authors and admins. */
  original: z.boolean().optional(),
});
export type FileRequest = z.output<typeof fileRequest>;

/** The status of a version on a controlled copy. */
export interface VersionStanding {
  status: Exclude<VersionStatus, 'IN_REVIEW' | 'REJECTED'>;
  /** Since when it has this status; for a scheduled version its effective date. */
  since: Instant | null;
  /** The IANA zone of an effective date; null where `since` is not one. */
  zone: string | null;
  /** Of a scheduled version, in percent: its label follows from it. */
  trainingRate: number;
  /** The version in force instead, if there is one. */
  inForce: string | null;
}

/** A file that a person may have: as it is stored, or (`standing`) as a controlled copy. */
export interface FoundFile {
  file: StoredFile;
  document: FoundFiles['document'] & { version: string };
  status: FoundFiles['status'];
  standing: VersionStanding | null;
  /** The PDF of the version to take. */
  toTake: 'signed' | 'final';
}

/** The files of one version, and the facts that decide who may have them. */
interface FoundFiles {
  files: { working: StoredFile | null; final: StoredFile | null; signed: StoredFile | null };
  document: { name: string; type: DocumentType; functionalArea: string; docNum: string };
  /** CREATED before it is sent for review. */
  status: VersionStatus | 'CREATED';
  /** The version is in force. */
  inForce: boolean;
  /** The version is scheduled or in force, and the person has an open or completed training record on it. */
  trainee: boolean;
  /** Null before the first approval: such a version has no controlled copies. */
  standing: VersionStanding | null;
  toTake: FoundFile['toTake'];
}

/**
 * A file that this person may have: of the version in force everybody, of a scheduled one also its trainees, of other
 * versions authors and admins. Refuses `not_found`, and `file_missing` if the version has no such file.
 */
export async function findFile(db: Kysely<Database>, request: FileRequest, viewer: Viewer): Promise<Result<FoundFile>> {
  const found = await findVersion(db, request, viewer.uid);
  if (!found) return refuse('not_found');
  const insider = roleMay(viewer.role, 'document.view_working');
  const reader = request.kind !== 'working' && (found.inForce || found.trainee);
  if (!insider && !reader) return refuse('not_found');
  const file = found.files[request.kind];
  if (!file) return refuse('file_missing');
  const asStored =
    file.mediaType !== 'application/pdf' ||
    request.kind === 'working' ||
    (request.original && insider) ||
    (request.purpose === 'training' && found.trainee);
  const document = { ...found.document, version: request.version };
  return ok({ file, document, status: found.status, standing: asStored ? null : found.standing, toTake: found.toTake });
}

/** `findFile` for the download route, before anything is verified, recorded or sent. */
export const getFile = query({
  name: 'document.file',
  input: fileRequest,
  permission: 'signed-in',
  run: (request, { db, viewer }) => findFile(db, request, viewer),
});

/** The zone of the effective date of the version that replaced `v`. */
const supersededZone = sql<string | null>`(select n.effective_zone from ${ownRows('read.document_version')} n
  where n.org_id = v.org_id and n.document_uid = v.document_uid and n.effective_at = v.superseded_at limit 1)`;

async function findVersion(
  db: Kysely<Database>,
  { document, version }: FileRequest,
  user: string,
): Promise<FoundFiles | null> {
  const row = await db
    .selectFrom('read.document as d')
    .leftJoin('read.document_version as v', (join) =>
      join.onRef('v.document_uid', '=', 'd.uid').on('v.version', '=', version),
    )
    .select((eb) => [
      'd.name as current_name',
      'd.type',
      'd.functional_area',
      'd.doc_num',
      'd.version',
      'd.effective_version',
      'd.working_file as draft_working',
      'd.final_file as draft_final',
      'v.name',
      'v.status',
      'v.version as sent_version',
      'v.working_file',
      'v.final_file',
      'v.signed_file',
      'v.approved_at',
      'v.effective_at',
      'v.effective_zone',
      supersededZone.as('superseded_zone'),
      'v.superseded_at',
      'v.withdrawn_at',
      'v.retired_at',
      'v.claimed',
      eb
        .exists(
          eb
            .selectFrom('read.training_record as t')
            .select('t.uid')
            .where('t.document_uid', '=', document)
            .where('t.version', '=', version)
            .where('t.user_uid', '=', user)
            .where('t.status', '!=', 'CANCELLED'),
        )
        .as('assigned'),
    ])
    .where('d.uid', '=', document)
    .executeTakeFirst();
  if (!row) return null;
  const draft = row.sent_version === null;
  if (draft && row.version !== version) return null;
  const published = row.status === 'PENDING' || row.status === 'EFFECTIVE';
  const training = row.status === 'PENDING' ? (await trainingCounts(db, [document])).get(document) : undefined;
  return {
    files: draft
      ? { working: row.draft_working, final: row.draft_final, signed: null }
      : { working: row.working_file, final: row.final_file, signed: row.signed_file },
    document: {
      name: row.name ?? row.current_name,
      type: row.type,
      functionalArea: row.functional_area,
      docNum: row.doc_num,
    },
    status: row.status ?? 'CREATED',
    inForce: row.effective_version === version,
    trainee: published && Boolean(row.assigned),
    standing: standingOf(row, version, training?.labelRate ?? 100),
    toTake: pdfToTake({ approvedAt: row.approved_at, claimed: row.claimed }),
  };
}

type Dates = 'approved_at' | 'effective_at' | 'superseded_at' | 'withdrawn_at' | 'retired_at';

function standingOf(
  row: { [date in Dates | 'effective_zone' | 'superseded_zone']: string | null } & {
    status: VersionStatus | null;
    effective_version: string | null;
  },
  version: string,
  trainingRate: number,
): VersionStanding | null {
  const { status } = row;
  if (status === null || status === 'IN_REVIEW' || status === 'REJECTED') return null;
  const since = {
    APPROVED: row.approved_at,
    PENDING: row.effective_at,
    EFFECTIVE: row.effective_at,
    SUPERSEDED: row.superseded_at,
    WITHDRAWN: row.withdrawn_at,
    RETIRED: row.retired_at,
  }[status];
  const zone = status === 'SUPERSEDED' ? row.superseded_zone : row.effective_zone;
  const chosen = status === 'PENDING' || status === 'EFFECTIVE' || status === 'SUPERSEDED';
  return {
    status,
    since,
    zone: chosen ? zone : null,
    trainingRate,
    inForce: row.effective_version === version ? null : row.effective_version,
  };
}

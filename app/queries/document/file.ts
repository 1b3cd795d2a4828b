import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { DocumentType, StoredFile } from '#events/document/events.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { Database } from '#app/database/schema.ts';
import { query } from '#app/queries/query.ts';
import type { Viewer } from '#app/queries/viewer.ts';

/** Which file of which version of a document. */
export const fileRequest = z.object({
  document: z.uuid(),
  version: z.string().regex(/^\d{1,3}\.\d{1,2}$/),
  kind: z.enum(['working', 'final', 'signed']),
});
export type FileRequest = z.output<typeof fileRequest>;

/** The files of one version, and what gives a person a right to them. */
interface FoundFiles {
  files: { working: StoredFile | null; final: StoredFile | null; signed: StoredFile | null };
  document: { name: string; type: DocumentType; functionalArea: string; docNum: string };
  /** The version is in force. */
  inForce: boolean;
  /** The version is scheduled or in force, and the person has a training record on it, open or completed. */
  trainee: boolean;
}

/**
 * A file that this person may have. Working files and versions that are not in force are for authors and admins; the version in force
 * is for everybody, a scheduled one also for those who train on it. What one may not see is not there (`not_found`); `file_missing`
 * where the version has no such file.
 */
export async function findFile(
  db: Kysely<Database>,
  request: FileRequest,
  viewer: Viewer,
): Promise<Result<{ file: StoredFile; document: FoundFiles['document'] }>> {
  const found = await findVersion(db, request, viewer.uid);
  if (!found) return refuse('not_found');
  const insider = roleMay(viewer.role, 'document.view_working');
  const reader = request.kind !== 'working' && (found.inForce || found.trainee);
  if (!insider && !reader) return refuse('not_found');
  const file = found.files[request.kind];
  return file ? ok({ file, document: found.document }) : refuse('file_missing');
}

/** The same behind the download's address: what is to be verified before anything is recorded or sent. */
export const getFile = query({
  name: 'document.file',
  input: fileRequest,
  permission: 'signed-in',
  run: (request, { db, viewer }) => findFile(db, request, viewer),
});

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
    inForce: row.effective_version === version,
    trainee: published && Boolean(row.assigned),
  };
}

import type { Kysely } from 'kysely';
import type { StoredFile } from '#events/document/events.ts';
import type { Database } from '#app/database/schema.ts';

/** The files of one version, and what gives a person a right to them. */
export interface FoundFile {
  files: { working: StoredFile | null; final: StoredFile | null; signed: StoredFile | null };
  document: { name: string; type: string; functionalArea: string; docNum: string };
  inForce: boolean;
  /** The person has a training record on this version, open or completed. */
  trainee: boolean;
  /** The person was asked to approve this version and was not relieved of it. */
  approver: boolean;
}

/** Looks up one version of a document; null where the organisation has no such version. */
export async function findFile(
  db: Kysely<Database>,
  { document, version }: { document: string; version: string },
  user: string,
): Promise<FoundFile | null> {
  const row = await db
    .selectFrom('read.document as d')
    .leftJoin('read.document_version as v', (join) =>
      join.onRef('v.document_uid', '=', 'd.uid').on('v.version', '=', version),
    )
    .select((eb) => [
      'd.name',
      'd.type',
      'd.functional_area',
      'd.doc_num',
      'd.version',
      'd.effective_version',
      'd.working_file as draft_working',
      'd.final_file as draft_final',
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
        .as('trainee'),
      eb
        .exists(
          eb
            .selectFrom('read.approval as a')
            .select('a.uid')
            .where('a.document_uid', '=', document)
            .where('a.version', '=', version)
            .where('a.user_uid', '=', user)
            .where('a.status', '!=', 'CANCELLED'),
        )
        .as('approver'),
    ])
    .where('d.uid', '=', document)
    .executeTakeFirst();
  if (!row) return null;
  const draft = row.sent_version === null;
  if (draft && row.version !== version) return null;
  return {
    files: draft
      ? { working: row.draft_working, final: row.draft_final, signed: null }
      : { working: row.working_file, final: row.final_file, signed: row.signed_file },
    document: { name: row.name, type: row.type, functionalArea: row.functional_area, docNum: row.doc_num },
    inForce: row.effective_version === version,
    trainee: Boolean(row.trainee),
    approver: Boolean(row.approver),
  };
}

import { sql } from 'kysely';
import type { Database } from '#app/adapters/database/database.ts';
import type { OpenTraining } from '#app/kit/email/document-list.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

/** Which training: these records, a person's, or what a person had been assigned by a moment (ISO 8601 in UTC). */
type Selection = { records: readonly string[]; user?: string } | { user: string; assignedBy: string };

/** Open training for e-mails, with the name of each version and its person. The earliest due date first. */
export async function readTraining(
  database: Pick<Database, 'read'>,
  org: string,
  selection: Selection,
): Promise<(OpenTraining & { person: string; user: string })[]> {
  const rows = await database.read(org, (db) => {
    const open = db
      .selectFrom('read.training_record as r')
      .innerJoin('read.document as d', 'd.uid', 'r.document_uid')
      .innerJoin('read.document_version as v', (join) =>
        join.onRef('v.document_uid', '=', 'r.document_uid').onRef('v.version', '=', 'r.version'),
      )
      .innerJoin('read.user_account as u', 'u.uid', 'r.user_uid')
      .select(['r.uid as record', 'r.due_at as dueAt', 'u.uid as user', 'u.full_name as person'])
      .select(['d.uid', 'd.type', 'd.functional_area as functionalArea', 'd.doc_num as docNum', 'v.version', 'v.name'])
      .where('r.status', '=', 'OPEN')
      .orderBy('r.due_at')
      .orderBy('v.name_folded')
      .orderBy('u.full_name_folded');
    const { user } = selection;
    const selected =
      'records' in selection
        ? // One array parameter: a reminder may name more records than a statement can have parameters.
          open.where(sql<boolean>`r.uid = any(${selection.records}::uuid[])`)
        : open.where('r.assigned_at', '<=', selection.assignedBy);
    return (user === undefined ? selected : selected.where('r.user_uid', '=', user)).execute();
  });
  return rows.map(({ record, dueAt, user, person, ...document }) => ({
    record,
    dueAt,
    user,
    person,
    document: {
      uid: document.uid,
      number: documentNumber(document),
      version: document.version,
      name: document.name,
    },
  }));
}

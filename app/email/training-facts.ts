import { sql } from 'kysely';
import { typeLabel } from '#events/document/type.ts';
import type { Database } from '#app/database/database.ts';
import type { TrainingToDo } from '#app/email/templates/documents.ts';

/** Which training: these records, a person's, or what a person had been assigned by a moment (ISO 8601 in UTC). */
type Which = { records: readonly string[]; user?: string } | { user: string; assignedBy: string };

/** Open training as a letter names it: with the name and number that each version has, and whose it is. The earliest due first. */
export async function readTraining(
  database: Pick<Database, 'tenant'>,
  org: string,
  which: Which,
): Promise<(TrainingToDo & { person: string; user: string })[]> {
  const rows = await database.tenant(
    org,
    (trx) => {
      const open = trx
        .selectFrom('read.training_record as r')
        .innerJoin('read.document as d', (join) =>
          join.onRef('d.org_id', '=', 'r.org_id').onRef('d.uid', '=', 'r.document_uid'),
        )
        .innerJoin('read.document_version as v', (join) =>
          join
            .onRef('v.org_id', '=', 'r.org_id')
            .onRef('v.document_uid', '=', 'r.document_uid')
            .onRef('v.version', '=', 'r.version'),
        )
        .innerJoin('read.user_account as u', (join) =>
          join.onRef('u.org_id', '=', 'r.org_id').onRef('u.uid', '=', 'r.user_uid'),
        )
        .select(['r.uid as record', 'r.due_at as dueAt', 'u.uid as user', 'u.full_name as person'])
        .select(['d.uid', 'd.type', 'd.functional_area', 'd.doc_num', 'v.version', 'v.name'])
        .where('r.org_id', '=', org)
        .where('r.status', '=', 'OPEN')
        .orderBy('r.due_at')
        .orderBy('v.name_folded')
        .orderBy('u.full_name_folded');
      const { user } = which;
      const those =
        'records' in which
          ? // One parameter: an admin may be told of more records than a statement can have.
            open.where(sql<boolean>`r.uid = any(${which.records}::uuid[])`)
          : open.where('r.assigned_at', '<=', which.assignedBy);
      return (user === undefined ? those : those.where('r.user_uid', '=', user)).execute();
    },
    { readOnly: true },
  );
  return rows.map(
    ({ record, dueAt, user, person, uid, type, functional_area: area, doc_num: docNum, version, name }) => ({
      record,
      dueAt,
      user,
      person,
      document: { uid, number: [typeLabel(type), area, docNum].join(' - '), version, name },
    }),
  );
}

import type { Kysely } from 'kysely';
import { roleMay } from '#events/permissions.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

/** Whether a person may read the document: everybody while it is in force, authors, admins, and who trains on it. */
export async function mayReadDocument(db: Kysely<Database>, document: string, viewer: Viewer): Promise<boolean> {
  const row = await db
    .selectFrom('read.document as d')
    .select(['d.effective'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('read.training_record as t')
            .select('t.uid')
            .whereRef('t.document_uid', '=', 'd.uid')
            .where('t.user_uid', '=', viewer.uid)
            .where('t.status', '<>', 'CANCELLED'),
        )
        .as('trains'),
    )
    .where('d.uid', '=', document)
    .executeTakeFirst();
  return row !== undefined && (roleMay(viewer.role, 'document.view_working') || row.effective || Boolean(row.trains));
}

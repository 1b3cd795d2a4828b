import type { Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import { addMs, type Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/database.ts';
import type { AppUpload } from '#app/adapters/database/tables.ts';

export type UploadRow = Selectable<AppUpload>;

/** A check that has not ended after this long was cut off by a crash. */
const checkingAtMost = 10 * 60 * 1000;

/** The table of uploads. */
export function createUploadRows(database: Pick<Database, 'tenant'>) {
  const change = ({ org_id: org, uid }: Pick<UploadRow, 'org_id' | 'uid'>, values: Updateable<AppUpload>) =>
    database.tenant(org, (db) =>
      db.updateTable('app.upload').set(values).where('org_id', '=', org).where('uid', '=', uid).execute(),
    );

  return {
    change,

    /** Writes a new row, of a file that is not checked; one that is there already stays as it is. */
    insert: (row: UploadRow) =>
      database.tenant(row.org_id, (db) =>
        db
          .insertInto('app.upload')
          .values({ ...row, rendition: null })
          .onConflict((conflict) => conflict.columns(['org_id', 'uid']).doNothing())
          .execute(),
      ),

    /** The row of an object key: where the bytes arrived, or where the checked file is. */
    find: (org: string, key: string): Promise<UploadRow | undefined> =>
      database.tenant(org, (db) =>
        db
          .selectFrom('app.upload')
          .selectAll()
          .where('org_id', '=', org)
          .where(sql<string>`uid::text`, '=', key.split('/')[2] ?? '')
          .where((where) => where.or([where('object_key', '=', key), where('sealed_key', '=', key)]))
          .executeTakeFirst(),
      ),

    remove: ({ org_id: org, uid }: UploadRow) =>
      database.tenant(org, (db) =>
        db.deleteFrom('app.upload').where('org_id', '=', org).where('uid', '=', uid).execute(),
      ),

    /** Takes the row for checking; undefined where another process checks it or it is checked. */
    takeForChecking: ({ org_id: org, uid }: UploadRow, now: Instant): Promise<UploadRow | undefined> =>
      database.tenant(org, (db) =>
        db
          .updateTable('app.upload')
          .set({ state: 'checking', checking_since: now })
          .where('org_id', '=', org)
          .where('uid', '=', uid)
          .where((where) =>
            where.or([
              where('state', '=', 'begun'),
              where.and([where('state', '=', 'checking'), where('checking_since', '<', addMs(now, -checkingAtMost))]),
            ]),
          )
          .returningAll()
          .executeTakeFirst(),
      ),

    /** Binds the row to a document; false where it is bound to another. */
    bind: ({ org_id: org, uid }: UploadRow, document: string): Promise<boolean> =>
      database.tenant(org, async (db) => {
        const bound = await db
          .updateTable('app.upload')
          .set({ document })
          .where('org_id', '=', org)
          .where('uid', '=', uid)
          .where((where) => where.or([where('document', 'is', null), where('document', '=', document)]))
          .executeTakeFirst();
        return bound.numUpdatedRows === 1n;
      }),
  };
}

import { sql } from 'kysely';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/database.ts';
import { preparedSince } from '#app/documents/queries/prepared-changes.ts';
import type { PreparedChange } from '#app/kit/saved-forms/prepared-change.ts';

/** What one person or service account prepared for a document; it is valid only for this version of it. */
export interface PreparedPlace {
  org: string;
  document: string;
  version: string;
  by: string;
}

type Tenant = Pick<Database, 'tenant' | 'read'>;

/** Reads a preparation; empty if there is none or it has expired. */
export async function readPrepared(
  database: Tenant,
  { org, document, version, by }: PreparedPlace,
  now: Instant,
): Promise<PreparedChange> {
  const row = await database.read(org, (db) =>
    db
      .selectFrom('app.prepared_change')
      .select('change')
      .where('document_uid', '=', document)
      .where('user_uid', '=', by)
      .where('version', '=', version)
      .where('prepared_at', '>=', preparedSince(now))
      .executeTakeFirst(),
  );
  return row?.change ?? {};
}

/** Changes a preparation; concurrent calls take turns. Answers the result. */
export function prepareChange(
  database: Tenant,
  { org, document, version, by }: PreparedPlace,
  now: Instant,
  change: (before: PreparedChange) => PreparedChange,
): Promise<PreparedChange> {
  const json = (value: PreparedChange) => sql<PreparedChange>`${JSON.stringify(value)}::jsonb`;
  return database.tenant(org, async (db) => {
    await db
      .insertInto('app.prepared_change')
      .values({ org_id: org, document_uid: document, user_uid: by, version, change: json({}), prepared_at: now })
      .onConflict((conflict) => conflict.constraint('prepared_change_pk').doNothing())
      .execute();
    const row = await db
      .selectFrom('app.prepared_change')
      .select(['version', 'change', 'prepared_at'])
      .where('document_uid', '=', document)
      .where('user_uid', '=', by)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const counts = row.version === version && row.prepared_at >= preparedSince(now);
    const changed = change(counts ? row.change : {});
    await db
      .updateTable('app.prepared_change')
      .set({ version, change: json(changed), prepared_at: now })
      .where('document_uid', '=', document)
      .where('user_uid', '=', by)
      .execute();
    return changed;
  });
}

/** Deletes what was prepared for a document, by whomever: its version is another one now. */
export async function forgetPrepared(
  database: Tenant,
  { org, document }: Pick<PreparedPlace, 'org' | 'document'>,
): Promise<void> {
  await database.tenant(org, (db) =>
    db.deleteFrom('app.prepared_change').where('document_uid', '=', document).execute(),
  );
}

/** Deletes expired preparations of every organisation. */
export async function purgePrepared({ database, now }: { database: Pick<Database, 'pool'>; now(): Instant }) {
  await database.pool.query('select app.purge_prepared_changes($1)', [preparedSince(now())]);
}

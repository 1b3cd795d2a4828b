import { sql } from 'kysely';
import type { Database } from '#app/database/database.ts';
import type { PreparedChange } from '#app/drafts/tables.ts';

/** A person's preparation for a document, which is valid only for this version of it. */
export interface PreparedPlace {
  org: string;
  document: string;
  user: string;
  version: string;
}

type Tenant = Pick<Database, 'tenant' | 'read'>;

/** A preparation expires this long after the latest call, before an upload without a document does. */
const lifetimeMs = 12 * 3_600_000;
const oldest = (now: string): string => new Date(Date.parse(now) - lifetimeMs).toISOString();

/** Reads a preparation; empty if there is none or it has expired. `now`: ISO 8601 in UTC. */
export async function readPrepared(
  database: Tenant,
  { org, document, user, version }: PreparedPlace,
  now: string,
): Promise<PreparedChange> {
  const row = await database.read(org, (db) =>
    db
      .selectFrom('app.prepared_change')
      .select('change')
      .where('document_uid', '=', document)
      .where('user_uid', '=', user)
      .where('version', '=', version)
      .where('prepared_at', '>=', oldest(now))
      .executeTakeFirst(),
  );
  return row?.change ?? {};
}

/** Changes a preparation; concurrent calls take turns. Answers the result. */
export function prepareChange(
  database: Tenant,
  { org, document, user, version }: PreparedPlace,
  now: string,
  change: (before: PreparedChange) => PreparedChange,
): Promise<PreparedChange> {
  const json = (value: PreparedChange) => sql<PreparedChange>`${JSON.stringify(value)}::jsonb`;
  return database.tenant(org, async (db) => {
    await db
      .insertInto('app.prepared_change')
      .values({ org_id: org, document_uid: document, user_uid: user, version, change: json({}), prepared_at: now })
      .onConflict((conflict) => conflict.constraint('prepared_change_pk').doNothing())
      .execute();
    const own = { document_uid: document, user_uid: user };
    const row = await db
      .selectFrom('app.prepared_change')
      .select(['version', 'change', 'prepared_at'])
      .where((eb) => eb.and(own))
      .forUpdate()
      .executeTakeFirstOrThrow();
    const counts = row.version === version && row.prepared_at >= oldest(now);
    const changed = change(counts ? row.change : {});
    await db
      .updateTable('app.prepared_change')
      .set({ version, change: json(changed), prepared_at: now })
      .where((eb) => eb.and(own))
      .execute();
    return changed;
  });
}

/** Deletes a person's preparation for a document. */
export async function forgetPrepared(
  database: Tenant,
  { org, document, user }: Omit<PreparedPlace, 'version'>,
): Promise<void> {
  await database.tenant(org, (db) =>
    db.deleteFrom('app.prepared_change').where('document_uid', '=', document).where('user_uid', '=', user).execute(),
  );
}

/** Deletes expired preparations of every organisation. */
export async function purgePrepared({ database, now }: { database: Pick<Database, 'pool'>; now(): string }) {
  await database.pool.query('select app.purge_prepared_changes($1)', [oldest(now())]);
}

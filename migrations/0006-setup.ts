import { sql, type Kysely } from 'kysely';

/** Whether any organisation exists, over all of them: the set-up page and its code are for an empty database alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function app.is_empty() returns boolean language sql stable security definer
    set search_path = pg_catalog, pg_temp
    as 'select not exists (select from ledger.head)'`.execute(db);
  await sql`grant execute on function app.is_empty to imprimatur_app`.execute(db);
}

import { sql, type Kysely } from 'kysely';

/**
 * What a client has said of a document in earlier calls and has not sent off: a revision and its approvers, the departments of what is
 * to be published. It belongs to one person and to the version that the document had then. No record: nothing of it shows in the
 * document, and it is removed when it is used or after a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app.prepared_change (
      org_id uuid not null,
      document_uid uuid not null,
      user_uid uuid not null,
      version text not null check (length(version) between 1 and 20),
      change jsonb not null check (octet_length(change::text) <= 200000),
      prepared_at timestamptz not null,
      constraint prepared_change_pk primary key (org_id, document_uid, user_uid)
    )`.execute(db);
  await sql`select imprimatur.isolate('app.prepared_change')`.execute(db);

  // Over all organisations, for the clock: it removes what has lost all effect, and tells nothing about it.
  await sql`
    create function app.purge_prepared_changes(before timestamptz) returns void
    language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
      delete from app.prepared_change where prepared_at < before
    $$`.execute(db);
  await sql`revoke all on function app.purge_prepared_changes from public`.execute(db);
  await sql`grant execute on function app.purge_prepared_changes to imprimatur_app`.execute(db);
}

import { sql, type Kysely } from 'kysely';

/**
 * What somebody typed into a form and did not send yet, or sent when the session had ended. `browser` is empty for what the person's own
 * session kept; else it names the one browser that gets it back. No record: it says nothing about anybody's work, and is removed when the
 * form is sent, discarded or old.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app.kept_form (
      org_id uuid not null,
      user_uid uuid not null,
      page text not null check (length(page) between 1 and 2000),
      browser text not null,
      fields jsonb not null check (octet_length(fields::text) <= 200000),
      files text[] not null,
      kept_at timestamptz not null,
      constraint kept_form_pk primary key (org_id, user_uid, page, browser)
    )`.execute(db);
  await sql`create index kept_form_age on app.kept_form (org_id, kept_at)`.execute(db);
  await sql`select imprimatur.isolate('app.kept_form')`.execute(db);

  // Over all organisations, for the clock: it learns how many there were and nothing else.
  await sql`
    create function app.purge_kept_forms(before timestamptz) returns bigint
    language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
      with gone as (delete from app.kept_form where kept_at < before returning 1) select count(*) from gone
    $$`.execute(db);
  await sql`grant execute on function app.purge_kept_forms to imprimatur_app`.execute(db);

  // A file that belongs to a form that is kept is not stale.
  await sql`
    create or replace function app.stale_uploads(before timestamptz, most integer)
    returns table (org_id uuid, uid uuid)
    language sql stable security definer set search_path = pg_catalog, pg_temp as $$
      select u.org_id, u.uid from app.upload u
      where u.state <> 'kept' and u.created_at < before
        and not exists (
          select from app.kept_form k
          where k.org_id = u.org_id and (u.sealed_key = any (k.files) or u.object_key = any (k.files))
        )
      order by u.created_at limit most
    $$`.execute(db);
}

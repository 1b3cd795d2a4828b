import { sql, type Kysely } from 'kysely';

/**
 * Reports that take a while: asked for, in the making, and kept for a day. `key` names what was asked for, so that asking twice finds
 * the first. The ledger is what they tell; none of this is a record.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app.report (
      org_id uuid not null,
      uid uuid not null,
      key text not null check (key ~ '^[0-9a-f]{64}$'),
      user_uid uuid not null,
      made_by text not null,
      title text not null,
      request jsonb not null,
      state text not null check (state in ('waiting', 'making', 'done', 'failed', 'cancelled')),
      done integer not null default 0,
      total integer not null,
      attempts integer not null default 0,
      requested_at timestamptz not null,
      finished_at timestamptz,
      expires_at timestamptz not null,
      filename text not null,
      object_key text,
      size bigint,
      sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
      constraint report_pk primary key (org_id, uid),
      constraint report_done check (state <> 'done' or (object_key is not null and size is not null and sha256 is not null))
    )`.execute(db);
  await sql`
    create unique index report_key on app.report (org_id, key) where state in ('waiting', 'making', 'done')`.execute(
    db,
  );
  await sql`create index report_expiry on app.report (org_id, expires_at)`.execute(db);
  await sql`select imprimatur.isolate('app.report')`.execute(db);

  // The sweep works through all organisations: it learns which reports are past their day and nothing else about them.
  await sql`
    create function app.expired_reports(before timestamptz, most integer)
    returns table (org_id uuid, uid uuid)
    language sql stable security definer set search_path = pg_catalog, pg_temp as $$
      select r.org_id, r.uid from app.report r where r.expires_at < before order by r.expires_at limit most
    $$`.execute(db);
  await sql`revoke all on function app.expired_reports from public`.execute(db);
  await sql`grant execute on function app.expired_reports to imprimatur_app`.execute(db);
}

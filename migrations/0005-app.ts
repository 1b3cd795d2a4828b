import { type Kysely, sql } from 'kysely';

/**
 * Uploads between the first byte and the event that records the file. `object_key` is where the bytes were sent; once
 * they were checked they lie under `sealed_key`, which no presigned address reaches, and `sha256` is that of the bytes there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app.upload (
      org_id uuid not null,
      uid uuid not null,
      document uuid,
      owner uuid not null,
      kind text not null check (kind in ('working', 'final')),
      original_name text not null,
      max_bytes bigint not null check (max_bytes > 0),
      state text not null check (state in ('begun', 'checking', 'checked', 'kept')),
      object_key text not null,
      sealed_key text not null,
      size bigint,
      sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
      media_type text,
      pages integer,
      created_at timestamptz not null,
      checking_since timestamptz,
      constraint upload_pk primary key (org_id, uid),
      constraint upload_checked check (
        state not in ('checked', 'kept') or (size is not null and sha256 is not null and media_type is not null)
      )
    )`.execute(db);
  await sql`create index upload_unsettled on app.upload (org_id, created_at) where state <> 'kept'`.execute(db);
  await sql`select imprimatur.isolate('app.upload')`.execute(db);

  // The sweep works through all organisations: it learns which uploads wait for it and nothing else about them.
  await sql`
    create function app.stale_uploads(before timestamptz, most integer)
    returns table (org_id uuid, uid uuid)
    language sql stable security definer set search_path = pg_catalog, pg_temp as $$
      select u.org_id, u.uid from app.upload u where u.state <> 'kept' and u.created_at < before
      order by u.created_at limit most
    $$`.execute(db);
  await sql`revoke all on function app.stale_uploads from public`.execute(db);
  await sql`grant execute on function app.stale_uploads to imprimatur_app`.execute(db);
}

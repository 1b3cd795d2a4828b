import { sql, type Kysely } from 'kysely';

/**
 * What calls with an Idempotency-Key were answered, kept for a day so that the same request sent again is answered the same. The
 * answer is sealed with a key that the request itself brings; `fingerprint` tells whether it is the same request. No record: it can be
 * lost without loss, since the commands themselves know their ids.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = sql`
      key bytea not null check (octet_length(key) = 32),
      fingerprint bytea not null check (octet_length(fingerprint) = 32),
      begun_at timestamptz not null,
      sealed bytea`;
  await sql`
    create table app.call_answer (
      org_id uuid not null,
      user_uid uuid not null,
      ${columns},
      constraint call_answer_pk primary key (org_id, user_uid, key)
    )`.execute(db);
  await sql`select imprimatur.isolate('app.call_answer')`.execute(db);

  // Of whoever is not signed in yet, and so of no organisation: the key is a keyed hash of the address and of the key that was sent.
  await sql`
    create table identity.call_answer (
      ${columns},
      constraint visitor_call_answer_pk primary key (key)
    )`.execute(db);

  // Housekeeping across organisations: it removes what has lost all effect, and tells nothing about it.
  await sql`
    create function app.forget_call_answers(before timestamptz) returns void
    language sql security definer set search_path = pg_catalog, pg_temp as $$
      delete from app.call_answer where begun_at < before;
      delete from identity.call_answer where begun_at < before;
    $$`.execute(db);
  await sql`revoke all on function app.forget_call_answers from public`.execute(db);
  await sql`grant execute on function app.forget_call_answers to imprimatur_app`.execute(db);
}

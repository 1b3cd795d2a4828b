import { type Kysely, sql } from 'kysely';

/**
 * The certificates that signed PDFs are sealed with, and the installation's own authority that issues them. Private keys lie here
 * encrypted; the key to them is derived from SECRET_KEY, which is never in the database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app.certificate_authority (
      fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
      certificate bytea not null,
      private_key bytea not null,
      created_at timestamptz not null,
      constraint certificate_authority_pk primary key (fingerprint)
    )`.execute(db);
  await sql`
    create table app.seal_certificate (
      org_id uuid not null,
      fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
      certificate bytea not null,
      issuer bytea not null,
      private_key bytea not null,
      created_at timestamptz not null,
      expires_at timestamptz not null check (expires_at > created_at),
      constraint seal_certificate_pk primary key (org_id, fingerprint)
    )`.execute(db);
  await sql`select imprimatur.isolate('app.seal_certificate')`.execute(db);
  await sql`revoke update, delete on app.certificate_authority, app.seal_certificate from imprimatur_app`.execute(db);
}

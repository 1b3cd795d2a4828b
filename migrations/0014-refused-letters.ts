import { sql, type Kysely } from 'kysely';

/** An e-mail that the receiving side refused for good (SMTP 5xx): when, in which words, and whom it was for. It is not tried again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table identity.mail_sent
      add column to_user uuid,
      add column refused_at timestamptz,
      add column refusal text,
      add constraint mail_sent_or_refused check (sent_at is null or refused_at is null)`.execute(db);
  await sql`create index mail_refused on identity.mail_sent (org_id, to_user) where refused_at is not null`.execute(db);
}

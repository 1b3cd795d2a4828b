import { sql, type Kysely } from 'kysely';

/**
 * What the clock has told people of: one row a matter and occasion, so that a second worker, a restart or a changed setting tells nobody
 * twice. No record of the organisation's: it changes nothing about its documents or its training.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // about: the training record, approval, document or person. occasion: the moment that the matter turns on, such as its due date.
  await sql`
    create table app.notice (
      org_id uuid not null,
      kind text not null,
      about uuid not null,
      occasion timestamptz not null,
      recipients uuid[] not null check (cardinality(recipients) > 0),
      noted_at timestamptz not null,
      constraint notice_pk primary key (org_id, kind, about, occasion)
    )`.execute(db);
  await sql`select imprimatur.isolate('app.notice')`.execute(db);

  // In UTC throughout, so that the expression is the same whatever the session's time zone.
  await sql`
    create index document_review_due on read.document (
      org_id,
      ((greatest(latest_effective_at, reviewed_at) at time zone 'UTC' + review_interval * interval '24 hours') at time zone 'UTC')
    ) where status = 'EFFECTIVE'`.execute(db);
}

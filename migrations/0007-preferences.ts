import { sql, type Kysely } from 'kysely';

/** How each person last looked at each list. No record: it can be lost without loss, and says nothing about anybody's work. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app.list_choice (
      org_id uuid not null,
      user_uid uuid not null,
      list text not null,
      choice jsonb not null,
      constraint list_choice_pk primary key (org_id, user_uid, list)
    )`.execute(db);
  await sql`select imprimatur.isolate('app.list_choice')`.execute(db);
}

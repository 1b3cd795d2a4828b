import { sql, type Kysely } from 'kysely';

/** What tells the SECRET_KEY of a running server from another's and nothing else of it; null: of a release that does not say. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app.worker add column secret_mark bytea`.execute(db);
}

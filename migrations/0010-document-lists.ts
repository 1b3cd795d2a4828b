import { type Kysely, sql } from 'kysely';

/**
 * Documents by owner and name, with what lists are filtered and counted by: sorting ten thousand by their owner's name walks it instead of
 * sorting them, and counting reads it alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index document_owner_name on read.document (org_id, owner_uid, name_folded, uid)
    include (status, functional_area)`.execute(db);
  await sql`drop index read.document_owner`.execute(db);
}

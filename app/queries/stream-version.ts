import { sql, type Kysely } from 'kysely';
import type { Database } from '#app/database/schema.ts';

/** The version of a stream in the snapshot that is read; 0 where nothing was written to it. */
export async function readStreamVersion(db: Kysely<Database>, stream: string): Promise<number> {
  const { rows } = await sql<{ version: number | null }>`
    select max(version) as version from ledger.event where stream = ${stream}`.execute(db);
  return rows[0]?.version ?? 0;
}

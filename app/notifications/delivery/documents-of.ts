import { sql } from 'kysely';
import type { Recorded } from '#events/catalogue.ts';
import type { Database } from '#app/adapters/database/database.ts';

/** The uid of the document that an event names, if it names one. */
function documentIn(event: Recorded | null): string | null {
  const document = (event?.data as { document?: string | { uid: string } | null } | undefined)?.document;
  return typeof document === 'string' ? document : (document?.uid ?? null);
}

/** The documents that an e-mail is about: of its event, and of the records, approvals and documents that it names. */
export async function documentsOf(
  database: Pick<Database, 'read'>,
  org: string,
  event: Recorded | null,
  about: readonly string[],
): Promise<string[]> {
  const own = documentIn(event);
  if (about.length === 0) return own === null ? [] : [own];
  const uids = sql`any(${[...about]}::uuid[])`;
  const found = await database.read(org, (db) =>
    sql<{ uid: string }>`
      select uid from read.document where org_id = ${org} and uid = ${uids}
      union select document_uid from read.training_record where org_id = ${org} and uid = ${uids}
      union select document_uid from read.approval where org_id = ${org} and uid = ${uids}`.execute(db),
  );
  return [...new Set([...(own === null ? [] : [own]), ...found.rows.map(({ uid }) => uid)])].sort();
}

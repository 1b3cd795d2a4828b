import { sql, type Kysely } from 'kysely';
import { decodePayload } from '#events/catalogue.ts';
import { decodeEvent } from '#events/ledger/read.ts';
import { streams } from '#events/streams.ts';
import type { Database } from '#app/database/schema.ts';

/** Uids of those whom a draft's author means to ask when it is sent off. `document` is its uid; none where nobody was named yet. */
export async function meantApprovers(db: Kysely<Database>, document: string): Promise<string[]> {
  const { rows } = await sql<{ position: string; canonical: string }>`
    select position, canonical from ledger.event
    where stream = ${streams.document(document)} and type in ('DocumentCreated', 'DocumentEdited')
    order by version desc`.execute(db);
  for (const row of rows) {
    const event = decodePayload(decodeEvent(row.position, row.canonical));
    if (event.type !== 'DocumentCreated' && event.type !== 'DocumentEdited') continue;
    if (event.data.approvers) return event.data.approvers.map(({ uid }) => uid);
  }
  return [];
}

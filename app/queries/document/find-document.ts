import { sql, type Kysely } from 'kysely';
import { decodePayload } from '#events/catalogue.ts';
import { decodeEvent } from '#events/ledger/read.ts';
import { streams } from '#events/streams.ts';
import type { Database } from '#app/database/schema.ts';

/** What the author of a draft means to do when it is sent off, which its form alone shows. */
export interface Meant {
  /** Uids of those to ask; none where nobody was named yet. */
  approvers: string[];
  /** Why it is already effective; the empty text where nothing was said yet. */
  declarationReason: string;
}

/** Reads it from the draft's own stream. `document` is its uid. */
export async function readMeant(db: Kysely<Database>, document: string): Promise<Meant> {
  const { rows } = await sql<{ position: string; canonical: string }>`
    select position, canonical from ledger.event
    where stream = ${streams.document(document)} and type in ('DocumentCreated', 'DocumentEdited')
    order by version`.execute(db);
  const meant: Meant = { approvers: [], declarationReason: '' };
  for (const row of rows) {
    const event = decodePayload(decodeEvent(row.position, row.canonical));
    if (event.type !== 'DocumentCreated' && event.type !== 'DocumentEdited') continue;
    const { data } = event;
    if (data.approvers) meant.approvers = data.approvers.map(({ uid }) => uid);
    if ('changes' in data) {
      const reason = data.changes.findLast(({ field }) => field === 'declarationReason');
      if (reason) meant.declarationReason = reason.new ?? '';
    } else meant.declarationReason = data.declarationReason ?? '';
  }
  return meant;
}

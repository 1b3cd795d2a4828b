import { sql, type Kysely } from 'kysely';
import { decode, type EventType, type Recorded } from '#events/catalogue.ts';
import { decodeEvent } from '#events/ledger/read.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';

/**
 * The events of these types by subject (uid), oldest first; `streamOf` names the subject's stream. Leaves out events
 * whose bytes were changed: their own entries say so, and the others stay readable.
 */
export async function readNamingEvents(
  db: Kysely<Database>,
  uids: readonly string[],
  streamOf: (uid: string) => string,
  types: readonly EventType[],
): Promise<Map<string, Recorded[]>> {
  const found = new Map(uids.map((uid): [string, Recorded[]] => [streamOf(uid), []]));
  if (found.size === 0) return new Map();
  const { rows } = await sql<{ position: string; stream: string; canonical: string }>`
    select position, stream, canonical from ${ownRows('ledger.event')} event
    where stream = any(${[...found.keys()]}) and type = any(${types}) order by version`.execute(db);
  for (const { position, stream, canonical } of rows) found.get(stream)?.push(...readable(position, canonical));
  return new Map(uids.map((uid) => [uid, found.get(streamOf(uid)) ?? []]));
}

function readable(position: string, canonical: string): Recorded[] {
  try {
    return [decode(decodeEvent(position, canonical))];
  } catch {
    return [];
  }
}

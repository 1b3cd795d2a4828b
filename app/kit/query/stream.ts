import { sql, type Kysely } from 'kysely';
import { decode, type Recorded } from '#events/catalogue.ts';
import { withEffectiveDates, zonesOf } from '#events/document/organisation-zones.ts';
import { decodeEvent } from '#events/ledger/read.ts';
import { streams } from '#events/streams.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';

/** The version of a stream in this read transaction; 0 for an empty one. */
export async function readStreamVersion(db: Kysely<Database>, stream: string): Promise<number> {
  const { rows } = await sql<{ version: number | null }>`
    select max(version) as version from ${ownRows('ledger.event')} event where stream = ${stream}`.execute(db);
  return rows[0]?.version ?? 0;
}

/** The events of a stream in this transaction, oldest first, up to a ledger position (decimal text) if given. */
export async function readStreamEvents(db: Kysely<Database>, stream: string, until?: string): Promise<Recorded[]> {
  const limit = until === undefined ? sql`` : sql`and position <= ${until}`;
  const { rows } = await sql<{ position: string; canonical: string }>`
    select position, canonical from ${ownRows('ledger.event')} event
      where stream = ${stream} ${limit} order by version`.execute(db);
  const events = rows.map(({ position, canonical }) => decode(decodeEvent(position, canonical)));
  return withEffectiveDates(events, async () => zonesOf(await readStreamEvents(db, streams.organisation)));
}

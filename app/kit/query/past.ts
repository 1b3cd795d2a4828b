import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { instant } from '#events/common.ts';
import { ok } from '#events/failures.ts';
import type { OrganisationSettings } from '#events/organisation/events.ts';
import { organisationEvolution, type OrganisationEvent } from '#events/organisation/organisation.ts';
import { streams } from '#events/streams.ts';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { query } from '#app/kit/query/query.ts';
import { readStreamEvents } from '#app/kit/query/stream.ts';

/** A ledger position (decimal text) and when its event was recorded. */
export interface LedgerPlace {
  position: string;
  at: Instant;
}

/** The place at this position; null if the ledger has no such event. */
export async function readPlace(db: Kysely<Database>, position: string): Promise<LedgerPlace | null> {
  const { rows } = await sql<{ recorded_at: Instant }>`
    select recorded_at from ${ownRows('ledger.event')} event where position = ${position}`.execute(db);
  return rows[0] ? { position, at: rows[0].recorded_at } : null;
}

/**
 * The ledger's last place at a moment; null if it was empty. Found by binary search: times never
 * decrease along the ledger and positions have no gaps.
 */
export async function readPlaceAt(db: Kysely<Database>, moment: Instant): Promise<LedgerPlace | null> {
  const { rows } = await sql<{ position: string; recorded_at: Instant }>`
    with recursive between (low, high) as (
      select 0::bigint, size from ${ownRows('ledger.head')} head
      union all
      select case when before then middle else low end, case when before then high else middle - 1 end
      from (
        select low, high, middle,
               (select recorded_at <= ${moment}::timestamptz from ${ownRows('ledger.event')} event
                 where position = middle) as before
        from (select low, high, (low + high + 1) / 2 as middle from between where low < high) halves
      ) looked
    )
    select position, recorded_at from ${ownRows('ledger.event')} event
      where position = (select low from between where low = high)`.execute(db);
  return rows[0] ? { position: rows[0].position, at: rows[0].recorded_at } : null;
}

/** `readPlace` for everybody: a position shows nothing of its event. */
export const getPlaceAt = query({
  name: 'ledger.place',
  input: z.object({ until: instant }),
  permission: 'signed-in',
  async run({ until }, { db }) {
    return ok(await readPlaceAt(db, until));
  },
});

/** A place of the ledger, and the organisation's settings there. */
export interface Past {
  position: string;
  settings: OrganisationSettings;
}

/** The same for everybody, with the settings; null before the first event. */
export const getPast = query({
  name: 'ledger.past',
  input: z.object({ until: instant }),
  permission: 'signed-in',
  async run({ until }, { db }) {
    const place = await readPlaceAt(db, until);
    const events = place ? await readStreamEvents(db, streams.organisation, place.position) : [];
    const state = events.reduce(
      (before, event) => organisationEvolution.evolve(before, event as OrganisationEvent),
      organisationEvolution.initialState,
    );
    return ok<Past | null>(place && state && { position: place.position, settings: state.settings });
  },
});

import { decode } from '#events/catalogue.ts';
import { zonesOf, type Zones } from '#events/document/organisation-zones.ts';
import type { Ledger } from '#events/ledger/types.ts';
import { streams } from '#events/streams.ts';

/** The time zones that an organisation had. A date is shown in the zone of the event that recorded it. */
export async function readZones(ledger: Pick<Ledger, 'readStream'>, org: string): Promise<Zones> {
  const { events } = await ledger.readStream(org, streams.organisation);
  return zonesOf(events.map(decode));
}

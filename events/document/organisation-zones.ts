import type { E, EventType, Recorded } from '#events/catalogue.ts';
import { effectiveOnOf } from '#events/document/effective-on.ts';

/** The events that set an organisation's time zone. */
export const setsZone: readonly EventType[] = ['OrganisationCreated', 'OrganisationSettingsChanged'];

/** The organisation's time zone after an event, if the event says it. */
export const zoneSetBy = (event: E): string | null =>
  event.type === 'OrganisationCreated' || event.type === 'OrganisationSettingsChanged'
    ? event.data.settings.timeZone
    : null;

/** The zones that an organisation had, oldest first, each from the position of its event on. */
export type Zones = readonly { position: bigint; zone: string }[];

export const zonesOf = (events: readonly Recorded[]): Zones =>
  events.flatMap((event) => {
    const zone = zoneSetBy(event);
    return zone === null ? [] : [{ position: BigInt(event.position), zone }];
  });

export const zoneAt = (zones: Zones, position: string): string =>
  zones.findLast((one) => one.position <= BigInt(position))?.zone ?? 'UTC';

/** An earlier schema did not record the date: it was chosen in the zone that the organisation had then. */
const lacksEffectiveOn = ({ type, data }: E): boolean =>
  (type === 'DocumentPublished' && data.effectiveOn === null) ||
  (type === 'EffectiveDateChanged' && data.newOn === null);

/** Events with the dates that their schema did not record; reads the organisation's zones only if one lacks them. */
export async function withEffectiveDates(
  events: readonly Recorded[],
  readZones: () => Promise<Zones>,
): Promise<Recorded[]> {
  if (!events.some(lacksEffectiveOn)) return [...events];
  const zones = await readZones();
  return events.map((event) => withEffectiveOn(event, zoneAt(zones, event.position)));
}

/** The event with its dates, where its schema did not record them. `zone`: the organisation's at its position. */
export function withEffectiveOn<T extends E>(event: T, zone: string): T {
  if (!lacksEffectiveOn(event)) return event;
  const data =
    event.type === 'DocumentPublished'
      ? { ...event.data, effectiveOn: effectiveOnOf(event.data.effectiveAt, zone) }
      : event.type === 'EffectiveDateChanged'
        ? { ...event.data, oldOn: effectiveOnOf(event.data.old, zone), newOn: effectiveOnOf(event.data.new, zone) }
        : event.data;
  return { ...event, data };
}

import type { Actor } from '#events/actor.ts';
import { decode, type Recorded } from '#events/catalogue.ts';
import { zoneAt } from '#events/document/organisation-zones.ts';
import { decodeEvent } from '#events/ledger/read.ts';
import { readDocumentTitles } from '#app/queries/audit/event-documents.ts';
import { readZones } from '#app/queries/zones.ts';
import type { Ports } from '#app/ports.ts';
import { describeEvent } from '#app/wording/describe-event.ts';
import type { EventDescription } from '#app/wording/event-description.ts';

/** An event of a trail: its description, and the exact bytes and hash that the ledger stores. */
export interface TrailEvent extends EventDescription {
  /** Decimal text. */
  position: string;
  /** ISO 8601 in UTC. */
  recordedAt: string;
  type: string;
  actor: Actor;
  /** The text whose UTF-8 bytes were hashed. */
  canonical: string;
  leaf: Buffer;
}

/** Events by ledger position, in the order given, described for a trail. Dates are in the zone of their time. */
export async function readTrailEvents(
  ports: Ports,
  { org, document, person }: { org: string; document?: string | undefined; person?: string | undefined },
  positions: readonly string[],
): Promise<TrailEvent[]> {
  const found = (await ports.ledger.readBytes(org, positions)).map((bytes) => ({
    ...bytes,
    event: decode(decodeEvent(bytes.position, bytes.canonical)),
  }));
  const zones = await readZones(ports.ledger, org);
  const names = await readNames(
    ports,
    org,
    found.flatMap(({ event }) => peopleOf(event)),
  );
  const titles = document
    ? null
    : await readDocumentTitles(
        ports,
        org,
        found.flatMap(({ event }) => documentsOf(event)),
      );
  const words = {
    ...(document ? { document } : {}),
    ...(person ? { person } : {}),
    ...(titles && { documentTitle: (uid: string) => titles.get(uid) }),
    personName: (uid: string) => names.get(uid) ?? uid,
  };
  const described = new Map(
    found.map(({ position, canonical, leaf, event }): [string, TrailEvent] => [
      position,
      {
        ...describeEvent(event, { ...words, zone: zoneAt(zones, position) }),
        position,
        recordedAt: event.recordedAt,
        type: event.type,
        actor: event.actor,
        canonical,
        leaf,
      },
    ]),
  );
  return positions.flatMap((position) => described.get(position) ?? []);
}

/** The documents of a training event's records. */
function documentsOf({ type, data }: Recorded): string[] {
  if (type === 'TrainingCompleted') return [data.document];
  const batch = 'assignments' in data ? data.assignments : 'records' in data ? data.records : [];
  return batch.map((record) => record.document);
}

/** The people whom a description names and the event has only the uid of. */
export function peopleOf({ data }: Recorded): string[] {
  const batch = 'assignments' in data ? data.assignments : 'records' in data ? data.records : [];
  const one = 'user' in data && typeof data.user === 'string' ? [data.user] : [];
  return [...one, ...batch.map(({ user }) => user)];
}

async function readNames(ports: Ports, org: string, uids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(uids)];
  if (wanted.length === 0) return new Map();
  const rows = await ports.database.read(org, (db) =>
    db.selectFrom('read.user_account').select(['uid', 'full_name']).where('uid', 'in', wanted).execute(),
  );
  return new Map(rows.map(({ uid, full_name }) => [uid, full_name]));
}

import type { Actor } from '#events/actor.ts';
import { decode, type Recorded } from '#events/catalogue.ts';
import { zoneAt } from '#events/document/organisation-zones.ts';
import { decodeEvent, type RecordedBytes } from '#events/ledger/read.ts';
import { leafHash } from '#events/ledger/tree.ts';
import { instantOf, type Instant } from '#events/time.ts';
import { recomputeAll, type CheckedCheckpoint, type Recomputation, type Sought } from '#app/audit/queries/proof.ts';
import { readTitlesThen } from '#app/audit/queries/titles-then.ts';
import { nameBefore, uidsNamedIn, withEmailBesideNames } from '#app/kit/people/email-beside-names.ts';
import { readNamesThen } from '#app/kit/people/names-then.ts';
import { readZones } from '#app/kit/query/zones.ts';
import type { Ports } from '#app/kit/ports.ts';
import { describeEvent } from '#app/audit/words/describe-event.ts';
import type { EventDescription } from '#app/kit/words/event-description.ts';

/** `waiting`: no signed checkpoint covers it yet. `broken`: it does not match the signed ledger. */
export type EventState = 'included' | 'waiting' | 'broken';

/** An event of a trail: its description, the exact bytes and hash that the ledger stores, and whether they match. */
export interface TrailEvent extends EventDescription {
  /** Decimal text. */
  position: string;
  recordedAt: Instant;
  type: string;
  actor: Actor;
  /** The text whose UTF-8 bytes were hashed. */
  canonical: string;
  leaf: Buffer;
  state: EventState;
  proof: Recomputation | null;
}

interface TrailSubject {
  org: string;
  document?: string | undefined;
  person?: string | undefined;
}

/**
 * Events by ledger position, in the order given, described for a trail, each recomputed up to the checkpoint: the one
 * way in which pages, PDFs and CSVs get events. Names, titles and zones are those of the event's time, so that an entry
 * never changes afterwards.
 */
export async function readTrailEvents(
  ports: Ports,
  { org, document, person }: TrailSubject,
  positions: readonly string[],
  covering: CheckedCheckpoint | null | Promise<CheckedCheckpoint | null>,
): Promise<TrailEvent[]> {
  const reading = ports.ledger.readBytes(org, positions);
  const [bytes, proofs] = await Promise.all([reading, proofsOf(ports, org, { places: positions, reading }, covering)]);
  const found = bytes.map((one) => ({ ...one, ...openEvent(one, proofs.get(one.position) ?? null) }));
  const readable = found.flatMap(({ event }) => event ?? []);
  const zones = await readZones(ports.ledger, org);
  const named = readable.flatMap(peopleIn);
  const [names, titles] = await ports.database.read(org, (db) =>
    Promise.all([readNamesThen(db, named), readTitlesThen(db, document ? [] : readable.flatMap(documentsOf))]),
  );
  const wordsAt = (at: string) => ({
    ...(document ? { document } : { documentTitle: (uid: string) => titles(uid, at) }),
    ...(person ? { person } : {}),
    personName: nameBefore(names, at),
    zone: zoneAt(zones, at),
  });
  const described = new Map(
    found.map(({ position, canonical, leaf, event: recorded, state, proof }): [string, TrailEvent] => {
      const event = recorded && withEmailBesideNames(recorded, names);
      return [
        position,
        {
          ...(event ? describeEvent(event, wordsAt(position)) : unreadable(position)),
          position,
          recordedAt: event?.recordedAt ?? instantOf(0),
          type: event?.type ?? 'Unreadable',
          actor: event?.actor ?? { kind: 'system', name: 'Unknown' },
          canonical,
          leaf,
          state,
          proof,
        },
      ];
    }),
  );
  return positions.flatMap((position) => described.get(position) ?? []);
}

async function proofsOf(
  ports: Ports,
  org: string,
  sought: Sought<RecordedBytes>,
  covering: CheckedCheckpoint | null | Promise<CheckedCheckpoint | null>,
): Promise<Map<string, Recomputation>> {
  const checkpoint = await covering;
  const recomputed = checkpoint ? await recomputeAll(ports, org, sought, checkpoint) : [];
  return new Map(recomputed.map((one) => [one.proof.position, one]));
}

/** Decodes an event; null where its bytes were changed so that they can no longer be read. */
function openEvent(
  { position, canonical, leaf }: RecordedBytes,
  proof: Recomputation | null,
): { event: Recorded | null; state: EventState; proof: Recomputation | null } {
  const isChanged = !leafHash(Buffer.from(canonical, 'utf8')).equals(leaf);
  const state = isChanged || proof?.included === false ? 'broken' : proof ? 'included' : 'waiting';
  try {
    return { event: decode(decodeEvent(position, canonical)), state, proof };
  } catch (error) {
    if (state !== 'broken') throw error;
    return { event: null, state, proof };
  }
}

const unreadable = (position: string): EventDescription => ({
  subject: `Event No. ${position}`,
  sentence: 'cannot be read: its data was changed after it was recorded',
  note: null,
  changes: [],
  people: [],
  signature: null,
  reason: null,
  status: null,
  hidden: false,
});

/** The documents of a training event's records. */
export function documentsOf({ type, data }: Recorded): string[] {
  if (type === 'TrainingCompleted') return [data.document];
  const batch = 'assignments' in data ? data.assignments : 'records' in data ? data.records : [];
  return batch.map((record) => record.document);
}

/** Everybody whom a description of the event names. */
export const peopleIn = (event: Recorded): string[] => [
  ...peopleOf(event),
  ...uidsNamedIn(event.actor),
  ...uidsNamedIn(event.data),
];

/** The people whom a description names and the event has only the uid of. */
function peopleOf({ data }: Recorded): string[] {
  const batch = 'assignments' in data ? data.assignments : 'records' in data ? data.records : [];
  const one = 'user' in data && typeof data.user === 'string' ? [data.user] : [];
  return [...one, ...batch.map(({ user }) => user)];
}

import { decode, type Recorded } from '#events/catalogue.ts';
import { fold } from '#events/decider.ts';
import { zonesOf, type Zones } from '#events/document/organisation-zones.ts';
import type { StoredFile } from '#events/document/events.ts';
import { evolve as evolveDocument, type DocumentEvent } from '#events/document/evolve.ts';
import { initialState as noDocument, type DocumentState } from '#events/document/state.ts';
import { organisationEvolution } from '#events/organisation/organisation.ts';
import { streams } from '#events/streams.ts';
import { orUnsound, refuseUnsound } from '#app/audit/evidence/pack/unsound.ts';
import type { CheckedCheckpoint } from '#app/audit/queries/proof.ts';
import { titlesThen, type TitlesThen } from '#app/audit/queries/titles-then.ts';
import { namesOf, namesThen, readNamesakes, type NamesThen } from '#app/kit/people/names-then.ts';
import type { Ports } from '#app/kit/ports.ts';
import { documentNumber } from '#app/ui/text/document-number.ts';

/** A document at the checkpoint; a discarded one in its last state. */
export interface PastDocument {
  uid: string;
  name: string;
  /** `SOP - QA - 017`. */
  number: string;
  /** The PDFs that its events record and the comparisons of its versions, by SHA-256. */
  files: ReadonlyMap<string, PastFile>;
}

export interface PastFile {
  file: StoredFile;
  version: string;
  kind: 'original' | 'signed' | 'comparison';
  /** The older version of a comparison. */
  from?: string;
}

/**
 * The names of people, documents and the organisation at a position of the ledger. It is folded only from the events up
 * to that position, so that a pack made later at the same checkpoint is the same, and each event is checked against it.
 */
export interface Snapshot {
  organisation: { uid: string; name: string; zone: string; zones: Zones; timesSimulated: boolean };
  /** At the position. */
  personName(uid: string): string;
  /** At an event before it, as the audit trail has them. */
  namesThen: NamesThen;
  titlesThen: TitlesThen;
  /** Null when it did not exist. */
  document(uid: string): PastDocument | null;
  /** Loads the names of these. */
  learn(subjects: { people: Iterable<string>; documents: Iterable<string> }): Promise<void>;
}

/** Streams read at a time. */
const batch = 200;

export async function openSnapshot(
  ports: Pick<Ports, 'ledger' | 'proofs' | 'database'>,
  org: string,
  checkpoint: CheckedCheckpoint,
): Promise<Snapshot> {
  const position = Number(checkpoint.size);
  const read = async (names: readonly string[]): Promise<Map<string, Recorded[]>> => {
    const until = BigInt(position);
    const found = await orUnsound(async () =>
      Array.from(await ports.ledger.readStreams(org, names), ([name, { events }]): [string, Recorded[]] => [
        name,
        events.filter((event) => BigInt(event.position) <= until).map(decode),
      ]),
    );
    const positions = found.flatMap(([, events]) => events.map((event) => event.position));
    await refuseUnsound(ports, org, positions, checkpoint);
    return new Map(found);
  };
  const own = await read([streams.organisation]);
  const zones = zonesOf(own.get(streams.organisation) ?? []);
  const organisation = fold(organisationEvolution, (own.get(streams.organisation) ?? []) as never[]);
  if (!organisation) throw new Error(`There was no organisation ${org} at position ${position}.`);
  const people = new Map<string, readonly Recorded[]>();
  const documents = new Map<string, readonly Recorded[]>();
  let names = namesThen(people);
  let titles = titlesThen(documents);
  const learn = async (
    known: Map<string, readonly Recorded[]>,
    wanted: Iterable<string>,
    of: (uid: string) => string,
  ) => {
    const fresh = [...new Set(wanted)].filter((uid) => !known.has(uid));
    for (let start = 0; start < fresh.length; start += batch) {
      const some = fresh.slice(start, start + batch);
      const found = await read(some.map(of));
      for (const uid of some) known.set(uid, found.get(of(uid)) ?? []);
    }
    return fresh.map((uid) => known.get(uid)!);
  };
  return {
    organisation: {
      uid: org,
      name: organisation.name,
      zone: organisation.settings.timeZone,
      zones,
      timesSimulated: organisation.timesSimulated,
    },
    personName: (uid) => names(uid, String(position + 1))?.name ?? uid,
    namesThen: (uid, at) => names(uid, at),
    titlesThen: (uid, at) => titles(uid, at),
    document: (uid) => documentOf(uid, documents.get(uid) ?? []),
    async learn(wanted) {
      const newNames = namesOf(await learn(people, wanted.people, streams.user));
      const namesakes =
        newNames.length === 0 ? [] : await ports.database.read(org, (db) => readNamesakes(db, newNames));
      await learn(people, namesakes, streams.user);
      await learn(documents, wanted.documents, streams.document);
      names = namesThen(people);
      titles = titlesThen(documents);
    },
  };
}

function documentOf(uid: string, events: readonly Recorded[]): PastDocument | null {
  let state: DocumentState = noDocument;
  let last: Extract<DocumentState, { kind: 'document' }> | null = null;
  for (const event of events) {
    state = evolveDocument(state, event as unknown as DocumentEvent);
    if (state.kind === 'document') last = state;
  }
  return last && { uid, name: last.name, number: documentNumber(last), files: filesOf(events) };
}

/** The PDFs that a document's events record, and the comparisons, each with the first version that has it. */
export function filesOf(events: readonly Recorded[]): Map<string, PastFile> {
  const found = new Map<string, PastFile>();
  const add = (file: StoredFile, version: string, kind: PastFile['kind'], from?: string) => {
    if (!found.has(file.sha256)) found.set(file.sha256, { file, version, kind, ...(from && { from }) });
  };
  for (const event of events) {
    switch (event.type) {
      case 'DocumentFileAttached':
        if (event.data.kind === 'final') add(event.data.file, event.data.version, 'original');
        break;
      case 'DocumentSentForReview':
      case 'DocumentDeclaredExternallyEffective':
      case 'DocumentRevised':
        add(event.data.files.final, event.data.version, 'original');
        break;
      case 'SignedPdfMade':
        add(event.data.file, event.data.version, 'signed');
        break;
      case 'ComparisonMade':
        add(event.data.file, event.data.to.version, 'comparison', event.data.from.version);
        break;
      default:
        break;
    }
  }
  return found;
}

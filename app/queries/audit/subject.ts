import { sql, type Kysely } from 'kysely';
import { decodePayload } from '#events/catalogue.ts';
import type { DocumentType } from '#events/document/events.ts';
import { evolve, type DocumentEvent } from '#events/document/evolve.ts';
import { initialState, type DocumentState } from '#events/document/state.ts';
import { decodeEvent } from '#events/ledger/read.ts';
import { streams } from '#events/streams.ts';
import type { Database } from '#app/database/schema.ts';
import { readVersions, type VersionLine } from '#app/queries/document/version-history.ts';
import { withKeptPlan } from '#app/queries/prepared-statement.ts';
import { trainingCounts } from '#app/queries/document/training-rate.ts';
import type { DocumentStatus } from '#projections/tables.ts';

/** The document that a trail is about, as it is now or as it was when it was discarded. */
export interface TrailDocument {
  uid: string;
  name: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  version: string;
  /** Null: discarded. */
  status: DocumentStatus | null;
  /** Percent. */
  trainingRate: number;
  /** ISO 8601 in UTC. */
  createdAt: string;
  effectiveVersion: string | null;
  /** Newest first; drafts are not among them. */
  versions: VersionLine[];
}

/** Reads the document of a trail; null where the organisation never had one with this uid. */
export async function readTrailDocument(db: Kysely<Database>, uid: string): Promise<TrailDocument | null> {
  const [[document], versions, counts] = await Promise.all([
    withKeptPlan(
      db,
      'document of a trail',
      db
        .selectFrom('read.document')
        .select(['uid', 'name', 'type', 'functional_area as functionalArea', 'doc_num as docNum', 'version', 'status'])
        .select(['created_at as createdAt', 'effective_version as effectiveVersion'])
        .where('uid', '=', uid),
    ),
    readVersions(db, uid),
    trainingCounts(db, [uid]),
  ]);
  if (!document) return (await readDiscarded(db, [uid])).get(uid) ?? null;
  return { ...document, trainingRate: counts.get(uid)?.rate ?? 100, versions };
}

/** Drafts among these that were discarded, by uid. They are gone from every list; the ledger keeps them. */
export async function readDiscarded(
  db: Kysely<Database>,
  uids: readonly string[],
): Promise<Map<string, TrailDocument>> {
  if (uids.length === 0) return new Map();
  const of = uids.map((uid) => streams.document(uid));
  const { rows } = await sql<{ stream: string; position: string; canonical: string }>`
    select stream, position, canonical from ledger.event
    where stream = any(${of}) order by stream, version`.execute(db);
  return new Map(
    uids.flatMap((uid) => {
      const document = asDiscarded(
        uid,
        rows.filter(({ stream }) => stream === streams.document(uid)),
      );
      return document ? [[uid, document] as const] : [];
    }),
  );
}

/** A draft as its events left it; null where it was not discarded. */
function asDiscarded(uid: string, events: readonly { position: string; canonical: string }[]): TrailDocument | null {
  let last: DocumentState = initialState;
  let state: DocumentState = initialState;
  let createdAt = '';
  for (const { position, canonical } of events) {
    const event = decodeEvent(position, canonical);
    createdAt ||= event.recordedAt;
    last = state;
    state = evolve(state, decodePayload(event) as DocumentEvent);
  }
  if (state.kind !== 'discarded' || last.kind !== 'document') return null;
  const { name, type, functionalArea, docNum, current } = last;
  return {
    uid,
    name,
    type,
    functionalArea,
    docNum,
    createdAt,
    version: current.version,
    status: null,
    trainingRate: 100,
    effectiveVersion: null,
    versions: [],
  };
}

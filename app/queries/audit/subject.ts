import { sql, type Kysely } from 'kysely';
import { decodePayload } from '#events/catalogue.ts';
import type { DocumentType } from '#events/document/events.ts';
import { evolve, type DocumentEvent } from '#events/document/evolve.ts';
import { initialState, type DocumentState } from '#events/document/state.ts';
import { decodeEvent } from '#events/ledger/read.ts';
import { streams } from '#events/streams.ts';
import type { Database } from '#app/database/schema.ts';
import { readVersions, type VersionLine } from '#app/queries/document/history.ts';
import { withKeptPlan } from '#app/queries/kept-plan.ts';
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
  if (!document) return readDiscarded(db, uid);
  return { ...document, trainingRate: counts.get(uid)?.rate ?? 100, versions };
}

/** A discarded draft is gone from every list; the ledger keeps it. */
async function readDiscarded(db: Kysely<Database>, uid: string): Promise<TrailDocument | null> {
  const { rows } = await sql<{ position: string; canonical: string }>`
    select position, canonical from ledger.event where stream = ${streams.document(uid)} order by version`.execute(db);
  let last: DocumentState = initialState;
  let state: DocumentState = initialState;
  let createdAt = '';
  for (const { position, canonical } of rows) {
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

import type { Kysely } from 'kysely';
import type { Recorded } from '#events/catalogue.ts';
import type { DocumentType } from '#events/document/events.ts';
import { evolve, type DocumentEvent } from '#events/document/evolve.ts';
import { initialState, type DocumentState } from '#events/document/state.ts';
import { streams } from '#events/streams.ts';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { readVersions, type VersionLine } from '#app/documents/queries/version-history.ts';
import { readStreamEvents } from '#app/kit/query/stream.ts';
import { nobodyAssigned, trainingCounts, type TrainingCount } from '#app/documents/queries/training-rate.ts';
import type { DocumentStatus } from '#projections/statuses.ts';

/** The document of a trail, as it is now or as it was when it was discarded. */
export interface TrailDocument {
  uid: string;
  name: string;
  type: DocumentType;
  functionalArea: string;
  docNum: string;
  version: string;
  /** Null: discarded. */
  status: DocumentStatus | null;
  training: TrainingCount;
  createdAt: Instant;
  effectiveVersion: string | null;
  /** Newest first, without drafts. */
  versions: VersionLine[];
}

/** Reads the document of a trail; null if the organisation never had it. */
export async function readTrailDocument(db: Kysely<Database>, uid: string): Promise<TrailDocument | null> {
  const [document, versions, counts] = await Promise.all([
    db
      .selectFrom('read.document')
      .select(['uid', 'name', 'type', 'functional_area as functionalArea', 'doc_num as docNum', 'version', 'status'])
      .select(['created_at as createdAt', 'effective_version as effectiveVersion'])
      .where('uid', '=', uid)
      .executeTakeFirst(),
    readVersions(db, uid),
    trainingCounts(db, [uid]),
  ]);
  if (!document) return asDiscarded(uid, await readStreamEvents(db, streams.document(uid)));
  return {
    ...document,
    training: counts.get(uid) ?? nobodyAssigned,
    versions,
  };
}

/** A draft as its events left it (no list has it, but the ledger does); null if it was not discarded. */
function asDiscarded(uid: string, events: readonly Recorded[]): TrailDocument | null {
  let last: DocumentState = initialState;
  let state: DocumentState = initialState;
  for (const event of events) {
    last = state;
    state = evolve(state, event as DocumentEvent);
  }
  if (state.kind !== 'discarded' || last.kind !== 'document') return null;
  const { name, type, functionalArea, docNum, current } = last;
  return {
    uid,
    name,
    type,
    functionalArea,
    docNum,
    createdAt: events[0]?.recordedAt ?? '',
    version: current.version,
    status: null,
    training: nobodyAssigned,
    effectiveVersion: null,
    versions: [],
  };
}

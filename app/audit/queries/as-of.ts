import { sql, type Kysely } from 'kysely';
import type { Recorded } from '#events/catalogue.ts';
import { evolve as evolveDocument, type DocumentEvent } from '#events/document/evolve.ts';
import {
  effectiveVersionOf,
  initialState as noDocument,
  type DocumentState,
  type DocumentVersion,
} from '#events/document/state.ts';
import { compareVersions } from '#events/document/version.ts';
import { streams } from '#events/streams.ts';
import { evolve as evolveUser, initialState as nobody, type UserEvent, type UserState } from '#events/user/state.ts';
import { documentVersions } from '#projections/document-versions.ts';
import { Fold } from '#projections/fold.ts';
import type { Projected } from '#projections/projection.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { countTraining, nobodyAssigned, type TrainingCount } from '#app/documents/queries/training-rate.ts';
import type { TrailDocument } from '#app/audit/queries/subject.ts';
import type { LedgerPlace } from '#app/kit/query/past.ts';
import { readStreamEvents } from '#app/kit/query/stream.ts';
import type { LogPerson } from '#app/audit/queries/logs.ts';
import { linesOfFolded, type VersionLine } from '#app/documents/queries/version-history.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';

/** The submitted versions, folded from these events of the document. */
function versionsOf(events: readonly Recorded[]): VersionLine[] {
  const fold = new Fold(() => undefined);
  for (const event of events) {
    const handle = documentVersions.handles[event.type] as ((event: Projected, to: Fold) => void) | undefined;
    handle?.(event, fold);
  }
  const lines = linesOfFolded([...fold.rows('document_version')]);
  return lines.sort((a, b) => compareVersions(b.version, a.version));
}

/** The training on a version as it was at a position, without people who were deactivated then. */
async function trainingAsOf(
  db: Kysely<Database>,
  document: string,
  { version, publication }: DocumentVersion,
  position: string,
): Promise<TrainingCount> {
  const { rows } = await sql<{ completed: string; open: string }>`
    select count(*) filter (where t.completed_position <= ${position}) as completed,
           count(*) filter (where t.completed_position is null or t.completed_position > ${position}) as open
    from ${ownRows('read.training_record')} t
    where t.document_uid = ${document} and t.version = ${version} and t.assigned_position <= ${position}
      and (t.cancelled_position is null or t.cancelled_position > ${position})
      and coalesce((
        select e.type from ${ownRows('ledger.event')} e
        where e.org_id = t.org_id and e.stream = 'user-' || t.user_uid and e.position <= ${position}
          and e.type in ('UserDeactivated', 'UserReactivated')
        order by e.version desc limit 1
      ), '') <> 'UserDeactivated'`.execute(db);
  return countTraining(
    { completed: Number(rows[0]?.completed ?? 0), open: Number(rows[0]?.open ?? 0) },
    { waived: publication?.trainingWaived ?? false, carried: publication?.carriesOver ?? false },
  );
}

/** The document of a trail as it was at a place. `today` supplies what never changes. */
export async function documentAsOf(
  db: Kysely<Database>,
  document: TrailDocument,
  { position }: LedgerPlace,
): Promise<TrailDocument | null> {
  let state: DocumentState = noDocument;
  const events = await readStreamEvents(db, streams.document(document.uid), position);
  for (const event of events) {
    const next = evolveDocument(state, event as DocumentEvent);
    if (next.kind === 'discarded') return document;
    state = next;
  }
  if (state.kind !== 'document') return null;
  const { name, type, functionalArea, docNum, status, current, effectiveVersion } = state;
  const counted = status === 'PENDING' ? current : effectiveVersionOf(state);
  return {
    ...document,
    name,
    type,
    functionalArea,
    docNum,
    status,
    effectiveVersion,
    version: current.version,
    training: counted ? await trainingAsOf(db, document.uid, counted, position) : nobodyAssigned,
    versions: versionsOf(events),
  };
}

/** The person of a log as they were at a place; null before their invitation. */
export async function personAsOf(
  db: Kysely<Database>,
  { uid }: LogPerson,
  { position }: LedgerPlace,
): Promise<LogPerson | null> {
  let state: UserState = nobody;
  for (const event of await readStreamEvents(db, streams.user(uid), position))
    state = evolveUser(state, event as UserEvent);
  if (state.kind !== 'user') return null;
  const { firstName, lastName, email, status } = state;
  return { uid, name: `${firstName} ${lastName}`, email, status };
}

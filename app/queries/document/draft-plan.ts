import type { Kysely } from 'kysely';
import { streams } from '#events/streams.ts';
import type { Database } from '#app/database/schema.ts';
import { readStreamEvents } from '#app/queries/stream.ts';

/** What a draft says of its submission for review, which its form alone shows. */
export interface DraftPlan {
  /** Uids of those to ask; none where nobody was named yet. */
  approvers: string[];
  /** Why it is already effective; the empty text where nothing was said yet. */
  declarationReason: string;
}

/** Reads it from the draft's own stream. `document` is its uid. */
export async function readDraftPlan(db: Kysely<Database>, document: string): Promise<DraftPlan> {
  const plan: DraftPlan = { approvers: [], declarationReason: '' };
  for (const event of await readStreamEvents(db, streams.document(document))) {
    if (event.type !== 'DocumentCreated' && event.type !== 'DocumentEdited') continue;
    const { data } = event;
    if (data.approvers) plan.approvers = data.approvers.map(({ uid }) => uid);
    if ('changes' in data) {
      const reason = data.changes.findLast(({ field }) => field === 'declarationReason');
      if (reason) plan.declarationReason = reason.new ?? '';
    } else plan.declarationReason = data.declarationReason ?? '';
  }
  return plan;
}

import type { Kysely } from 'kysely';
import { streams } from '#events/streams.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { readStreamEvents } from '#app/kit/query/stream.ts';

/** Somebody who is asked to sign; `step`: the number of the step of the version's route, from 1, null without one. */
export interface ChosenApprover {
  user: string;
  step: number | null;
}

/** A draft's plan for its review, which only its form shows. */
export interface DraftPlan {
  /** The chosen approvers; may be empty. */
  approvers: ChosenApprover[];
  /** Why it is already effective; empty if not given yet. */
  declarationReason: string;
}

/** Reads the plan from the draft's stream. `document` is its uid. */
export async function readDraftPlan(db: Kysely<Database>, document: string): Promise<DraftPlan> {
  let plan: DraftPlan = { approvers: [], declarationReason: '' };
  for (const event of await readStreamEvents(db, streams.document(document))) {
    // A reinstated draft begins without a plan.
    if (event.type === 'DocumentReinstated') plan = { approvers: [], declarationReason: '' };
    if (event.type !== 'DocumentCreated' && event.type !== 'DocumentEdited') continue;
    const { data } = event;
    if (data.approvers) plan.approvers = data.approvers.map(({ uid, step = null }) => ({ user: uid, step }));
    if ('changes' in data) {
      const reason = data.changes.findLast(({ field }) => field === 'declarationReason');
      if (reason) plan.declarationReason = reason.new ?? '';
    } else plan.declarationReason = data.declarationReason ?? '';
  }
  return plan;
}

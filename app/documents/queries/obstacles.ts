import { z } from 'zod';
import { documentEvolution } from '#events/document/evolve.ts';
import { qualityMissing } from '#events/document/decide/quality.ts';
import { finalApproverAlone } from '#events/document/decide/separation.ts';
import { fold } from '#events/decider.ts';
import type { DocumentEvent } from '#events/document/evolve.ts';
import { isOpen } from '#events/document/approval.ts';
import { stepOf } from '#events/document/route.ts';
import { standingApprovals } from '#events/document/state.ts';
import { ok, type Failure } from '#events/failures.ts';
import { controlsOf } from '#events/organisation/controls.ts';
import { streams } from '#events/streams.ts';
import { readHolders } from '#app/approval-routes/queries/in-use.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { readQualityUnitOn } from '#app/kit/people/quality-unit.ts';
import { query } from '#app/kit/query/query.ts';
import { fullName } from '#app/kit/query/viewer.ts';
import { readStreamEvents } from '#app/kit/query/stream.ts';

/** What a decision on the version will refuse, in its words, so that a page says it before anything is filled in. */
export interface Obstacles {
  /** Of a version in review: nobody of the quality unit approves it. */
  quality: string | null;
  /** Of a version in review: the viewer does not hold the function of the step that asks them. */
  function: string | null;
  /** Of an approved version: the viewer may not give its final approval. */
  finalApproval: string | null;
}

const wordsOf = (refusal: { failure: Failure } | null): string | null => refusal?.failure.detail ?? null;

/** The obstacles of a document's current version for the viewer. */
export const documentObstacles = query({
  name: 'document.obstacles',
  input: z.object({ document: z.uuid() }),
  permission: 'signed-in',
  async run({ document }, context) {
    const { db, viewer } = context;
    const state = fold(documentEvolution, (await readStreamEvents(db, streams.document(document))) as DocumentEvent[]);
    const found: Obstacles = { quality: null, function: null, finalApproval: null };
    if (state.kind !== 'document') return ok(found);
    const { current, status } = state;
    if (status === 'IN_REVIEW') {
      found.quality = wordsOf(
        qualityMissing(current, standingApprovals(current), await readQualityUnitOn(db, context)),
      );
      const own = current.approvals.find((one) => isOpen(one) && one.user === viewer.uid);
      const who = stepOf(current, own?.step)?.who;
      const holders = who?.kind === 'function' ? await readHolders(db, [who.function.uid], todayOf(context)) : [];
      if (who?.kind === 'function' && !holders.some(({ user }) => user === viewer.uid))
        found.function =
          `This step needs the function ${who.function.name}, which you do not hold. ` +
          'An Admin grants it to you or names another approver.';
    }
    if (status === 'APPROVED') {
      const separates = controlsOf(viewer.settings).separationOfDuties;
      const { uid, role } = viewer;
      const principal = { kind: 'user' as const, uid, name: fullName(viewer), role, status: 'ACTIVE' as const };
      found.finalApproval = wordsOf(finalApproverAlone(current, principal, separates));
    }
    return ok(found);
  },
});

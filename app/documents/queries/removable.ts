import { z } from 'zod';
import { isUndecided } from '#events/document/approval.ts';
import { removeApprover } from '#events/document/decide/approvers.ts';
import { lastApprovers } from '#events/document/decide/ask.ts';
import { documentEvolution } from '#events/document/evolve.ts';
import type { DocumentEvent } from '#events/document/evolve.ts';
import { stepOf } from '#events/document/route.ts';
import { fold } from '#events/decider.ts';
import { ok } from '#events/failures.ts';
import { controlsOf } from '#events/organisation/controls.ts';
import { mayBeApprover } from '#events/permissions.ts';
import { streams } from '#events/streams.ts';
import { readQualityUnitOn } from '#app/kit/people/quality-unit.ts';
import { readHolders } from '#app/approval-routes/queries/in-use.ts';
import { query } from '#app/kit/query/query.ts';
import { readStreamEvents } from '#app/kit/query/stream.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { fullName } from '#app/kit/query/viewer.ts';

/** The approvals (uids) that the viewer may remove from the version in review now, as the decision says. */
export const removableApprovals = query({
  name: 'approval.removable',
  input: z.object({ document: z.uuid() }),
  permission: 'document.manage_own',
  async run({ document }, context) {
    const { db, viewer, now } = context;
    const state = fold(documentEvolution, (await readStreamEvents(db, streams.document(document))) as DocumentEvent[]);
    if (state.kind !== 'document') return ok([]);
    const { current } = state;
    const { uid, role } = viewer;
    const principal = { kind: 'user' as const, uid, name: fullName(viewer), role, status: 'ACTIVE' as const };
    const separates = controlsOf(viewer.settings).separationOfDuties;
    const qualityUnit = await readQualityUnitOn(db, context);
    const removable: string[] = [];
    for (const { uid: approval, user, step } of current.approvals.filter(isUndecided)) {
      const who = stepOf(current, step)?.who;
      const person = await db
        .selectFrom('read.user_account')
        .select(['role', 'status'])
        .where('uid', '=', user)
        .executeTakeFirst();
      const holders = who?.kind === 'function' ? await readHolders(db, [who.function.uid], todayOf(context)) : [];
      const asked = who?.kind === 'last_approvers' ? lastApprovers(state) : holders.map((one) => one.user);
      const stillHolds = person !== undefined && mayBeApprover(person) && asked.includes(user);
      const command = {
        principal,
        now,
        separates,
        approval,
        stillHolds,
        qualityUnit,
        reason: null,
      };
      if (removeApprover(command, state).ok) removable.push(approval);
    }
    return ok(removable);
  },
});

import { z } from 'zod';
import type { Recorded } from '#events/catalogue.ts';
import { askApprovers } from '#events/document/decide/ask.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { personalCommand } from '#app/kit/command/command.ts';
import { addApprovers, placesInput, removeApprover } from '#app/documents/commands/approvers.ts';
import { chooseApprovers } from '#app/documents/commands/facts.ts';
import {
  givenReason,
  hasOwnPdf,
  keepPrepared,
  notRevising,
  preparedFor,
  sendPrepared,
  usePrepared,
} from '#app/documents/commands/prepared.ts';
import { missingReason, runWithReason } from '#app/kit/command/reason.ts';
import { sendForReview } from '#app/documents/commands/send.ts';
import { findApproval } from '#events/document/state.ts';
import { loadDocument } from '#app/kit/command/load.ts';
import type { PreparedChange } from '#app/kit/saved-forms/prepared-change.ts';
import { changedSince, expectedVersionInput } from '#app/kit/command/expected-version.ts';
import { sentUid } from '#app/kit/forms/sent-uid.ts';

type Answer = Promise<Result<{ document: string }>>;

/** Whether nobody did anything since the revision; the product itself adds what it makes of it. */
function isJustRevised(events: readonly Recorded[]): boolean {
  const last = events.findLast(({ actor }) => actor.kind !== 'system');
  return events.some(({ type, commandId }) => type === 'DocumentRevised' && commandId === last?.commandId);
}

/**
 * Names approvers (uids; `places`: in a step of the route): submits a draft to them, adds them to a version in review,
 * else adds them to the prepared revision and submits it if it was waiting for them.
 */
export const nameApprovers = personalCommand({
  name: 'document.name_approvers',
  input: z.object({
    document: sentUid(),
    approvers: z.array(sentUid()),
    places: placesInput,
    ...expectedVersionInput,
  }),
  permission: 'document.manage_own',
  reason: 'depends',
  async run({ document, approvers, places, reason, expectedVersion }, context): Answer {
    const loaded = await loadDocument(context, document);
    const { state } = loaded;
    const named = [...approvers, ...places.map(({ user }) => user)];
    if (state.kind !== 'document') return refuse('not_found');
    if (state.status === 'CREATED') {
      const sent = await sendForReview.run({ document, approvers, places, expectedVersion }, context);
      if (sent.ok) await usePrepared(context, state);
      return sent;
    }
    const before = await preparedFor(context, state);
    if (state.status === 'IN_REVIEW' && !before.revision)
      // With the approvers who stayed, saving the revision has started it already.
      return named.length === 0 && isJustRevised(loaded.events)
        ? ok({ document })
        : (missingReason(context.viewer, reason) ??
            runWithReason(addApprovers, { document, users: approvers, places, expectedVersion }, reason, context));
    const refusal = notRevising(context, state) ?? changedSince(loaded, expectedVersion, context);
    if (refusal) return refusal;
    const chosen = await chooseApprovers(context, named);
    if (!chosen.ok) return chosen;
    // New approvers join those who stay.
    const asked = before.revision && named.length === 0 ? null : askApprovers(chosen.value.approvers);
    if (asked && !asked.ok) return asked;
    const naming = (earlier: PreparedChange): PreparedChange => ({
      ...earlier,
      ...givenReason(reason),
      approvers: [...new Set([...(earlier.approvers ?? []), ...approvers])],
      places: [...(earlier.places ?? []), ...places],
    });
    const prepared = naming(before);
    // Only what is not sent yet is saved: a refusal leaves nothing of this request.
    if (prepared.awaited && prepared.revision && hasOwnPdf(prepared.revision, state))
      return sendPrepared(context, state, prepared, expectedVersion);
    await keepPrepared(context, state, naming);
    return ok({ document });
  },
});

/** Removes an approver: from a version in review at once, else from the next revision. Signatures stay. */
export const leaveOutApprover = personalCommand({
  name: 'document.leave_out_approver',
  input: z.object({ document: sentUid(), approval: sentUid(), ...expectedVersionInput }),
  permission: 'document.manage_own',
  reason: 'depends',
  async run({ document, approval, reason, expectedVersion }, context): Answer {
    const loaded = await loadDocument(context, document);
    const { state } = loaded;
    if (state.kind !== 'document') return refuse('not_found');
    const outdated = changedSince(loaded, expectedVersion, context);
    if (outdated) return outdated;
    const found = findApproval(state, approval);
    if (!found) return refuse('not_found', { detail: 'There is no such approval on this document.' });
    if (state.status === 'IN_REVIEW')
      return (
        missingReason(context.viewer, reason) ?? runWithReason(removeApprover, { document, approval }, reason, context)
      );
    const refusal = notRevising(context, state);
    if (refusal) return refusal;
    if (found.version !== state.current) return refuse('approval_not_open');
    const { user } = found.approval;
    await keepPrepared(context, state, ({ departments = [], revision, approvers = [], places = [], leaving = [] }) =>
      // Removing an approver after a revision was saved begins another revision.
      revision
        ? { departments, leaving: [user] }
        : {
            departments,
            approvers: approvers.filter((one) => one !== user),
            places: places.filter((one) => one.user !== user),
            leaving: [...new Set([...leaving, user])],
          },
    );
    return ok({ document });
  },
});

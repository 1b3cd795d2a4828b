import { requestOf } from '#events/document/approval.ts';
import type { AddApprover, ApproverChoice, RemoveApprover } from '#events/document/commands.ts';
import { notManaging, outOfSequence, record, type Ruling } from '#events/document/decide/guards.ts';
import type { ApprovalRequest } from '#events/document/events.ts';
import { findApproval, openApprovals, standingApprovals, type Document } from '#events/document/state.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { mayBeApprover } from '#events/permissions.ts';
import { commentProblem } from '#events/reason.ts';
import { texts } from '#events/texts.ts';

/** Turns the chosen people into open approvals. Refuses who may not approve, and who is listed already (`listed`: user uids). */
function ask(choices: readonly ApproverChoice[], listed: readonly string[]): Result<ApprovalRequest[]> {
  const seen = new Set(listed);
  for (const choice of choices) {
    if (!mayBeApprover(choice)) {
      const detail = `${choice.name} cannot approve documents: approvers are active authors and admins.`;
      return refuse('approver_not_eligible', { detail, fields: { approvers: [detail] } });
    }
    if (seen.has(choice.user)) {
      const detail = `${choice.name} is already an approver of this version.`;
      return refuse('approver_already_listed', { detail, fields: { approvers: [detail] } });
    }
    seen.add(choice.user);
  }
  return ok(choices.map(({ approval, user, name }) => ({ uid: approval, user, name })));
}

/** The approvers of a version that is sent for review: one or more. */
export function askApprovers(choices: readonly ApproverChoice[]): Result<ApprovalRequest[]> {
  if (choices.length === 0) return refuse('document_approvers_missing', { fields: { approvers: [texts.required] } });
  return ask(choices, []);
}

/** One more approver while the version is in review. */
export function addApprover({ principal, approver }: AddApprover, document: Document): Ruling {
  const refusal = notManaging(document, principal) ?? outOfSequence('AddApprover', document);
  if (refusal) return refusal;
  const listed = standingApprovals(document.current).map((approval) => approval.user);
  const asked = ask([approver], listed);
  if (!asked.ok) return asked;
  const { uid, current } = document;
  return record(
    ...asked.value.map((approval) => ({
      type: 'ApproverAdded' as const,
      data: { document: uid, version: current.version, approval },
    })),
  );
}

/**
 * Takes back an open approval. The last approver of a version stays; where the removed approval was the last open one and
 * others are signed, the version is approved. A signature that was given is never taken away.
 */
export function removeApprover({ principal, approval: uid, reason }: RemoveApprover, document: Document): Ruling {
  const refusal = notManaging(document, principal) ?? outOfSequence('RemoveApprover', document);
  if (refusal) return refusal;
  const found = findApproval(document, uid);
  if (!found) return refuse('not_found', { detail: 'There is no such approval on this document.' });
  const { current } = document;
  if (found.version !== current || found.approval.status !== 'OPEN') {
    return refuse('approval_not_open', {
      detail: `The approval of ${found.approval.name} is ${found.approval.status}. Only an open approval can be removed.`,
    });
  }
  if (standingApprovals(current).length === 1) {
    return refuse('approver_is_last', {
      detail: 'A version in review needs one or more approvers. Add another approver first.',
    });
  }
  const problem = commentProblem(reason);
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  const removed = {
    type: 'ApproverRemoved' as const,
    data: {
      document: document.uid,
      version: current.version,
      approval: requestOf(found.approval),
      reason: reason?.trim() || null,
    },
  };
  if (openApprovals(current).length > 1) return record(removed);
  return record(removed, { type: 'DocumentApproved', data: { document: document.uid, version: current.version } });
}

import { requestOf, type Approval } from '#events/document/approval.ts';
import type { AddApprover, ApproverChoice, RemoveApprover, ReplaceApprover } from '#events/document/commands.ts';
import {
  notManaging,
  notPermitted,
  outOfSequence,
  record,
  type Refusal,
  type Ruling,
} from '#events/document/decide/guards.ts';
import { ownerAlone } from '#events/document/decide/separation.ts';
import type { ApprovalRequest } from '#events/document/events.ts';
import { findApproval, openApprovals, standingApprovals, type Document } from '#events/document/state.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { mayBeApprover } from '#events/permissions.ts';
import { commentProblem, reasonProblem } from '#events/reason.ts';
import { texts } from '#events/texts.ts';

/** Makes open approvals of the chosen people. Refuses who may not approve or is listed already (`listed`: uids). */
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
export function addApprover({ principal, approver, reason = null }: AddApprover, document: Document): Ruling {
  const refusal = notManaging(document, principal) ?? outOfSequence('AddApprover', document);
  if (refusal) return refusal;
  const listed = standingApprovals(document.current).map((approval) => approval.user);
  const asked = ask([approver], listed);
  if (!asked.ok) return asked;
  const problem = commentProblem(reason);
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  const { uid, current } = document;
  return record(
    ...asked.value.map((approval) => ({
      type: 'ApproverAdded' as const,
      data: { document: uid, version: current.version, approval, reason: reason?.trim() || null },
    })),
  );
}

/** The open approval of the current version with this uid, or the refusal. A given signature stays. */
function openApproval(document: Document, uid: string, done: string): { ok: true; value: Approval } | Refusal {
  const found = findApproval(document, uid);
  if (!found) return refuse('not_found', { detail: 'There is no such approval on this document.' });
  const { approval, version } = found;
  if (version === document.current && approval.status === 'OPEN') return ok(approval);
  return refuse('approval_not_open', {
    detail: `The approval of ${approval.name} is ${approval.status}. Only an open approval can be ${done}.`,
  });
}

/**
 * Replaces an approver who is away or deactivated, for a reason. The number of approvers stays, so that the last one
 * can be replaced too.
 */
export function replaceApprover(command: ReplaceApprover, document: Document): Ruling {
  const { principal, approval, approver, reason, separates = false } = command;
  const refusal =
    notPermitted(principal, 'document.manage_any', 'Only an admin can replace an approver.') ??
    outOfSequence('ReplaceApprover', document);
  if (refusal) return refusal;
  const found = openApproval(document, approval, 'replaced');
  if (!found.ok) return found;
  const { uid, current } = document;
  const asked = ask(
    [approver],
    standingApprovals(current).map(({ user }) => user),
  );
  if (!asked.ok) return asked;
  const others = standingApprovals(current).filter(({ uid: one }) => one !== approval);
  const alone = ownerAlone(current, [...others, ...asked.value], separates);
  if (alone) return alone;
  const problem = reasonProblem(reason);
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  return record(
    ...asked.value.map((replacement) => ({
      type: 'ApproverReplaced' as const,
      data: {
        document: uid,
        version: current.version,
        approval: requestOf(found.value),
        replacement,
        reason: reason.trim(),
      },
    })),
  );
}

/**
 * Removes an open approval. The last approver stays; where the removed approval was the last open one, the version is
 * approved. A given signature is never removed.
 */
export function removeApprover(
  { principal, approval: uid, reason, separates = false }: RemoveApprover,
  document: Document,
): Ruling {
  const refusal = notManaging(document, principal) ?? outOfSequence('RemoveApprover', document);
  if (refusal) return refusal;
  const found = openApproval(document, uid, 'removed');
  if (!found.ok) return found;
  const { current } = document;
  if (standingApprovals(current).length === 1) {
    return refuse('approver_is_last', {
      detail: 'A version in review needs one or more approvers. Add another approver first.',
    });
  }
  const others = standingApprovals(current).filter((one) => one !== found.value);
  const alone = ownerAlone(current, others, separates);
  if (alone) return alone;
  const problem = commentProblem(reason);
  if (problem) return refuse('invalid_input', { fields: { reason: [problem] } });
  const removed = {
    type: 'ApproverRemoved' as const,
    data: {
      document: document.uid,
      version: current.version,
      approval: requestOf(found.value),
      reason: reason?.trim() || null,
    },
  };
  if (openApprovals(current).length > 1) return record(removed);
  return record(removed, { type: 'DocumentApproved', data: { document: document.uid, version: current.version } });
}

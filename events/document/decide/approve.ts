import { isOpen, requestOf, type Approval, type ApprovalStatus } from '#events/document/approval.ts';
import type { Approve, Reject } from '#events/document/commands.ts';
import { cancelled } from '#events/document/decide/cancelled.ts';
import { commentOpen } from '#events/document/decide/comment.ts';
import { outOfSequence, record, type Refusal, ruleOn } from '#events/document/decide/guards.ts';
import { qualityMissing } from '#events/document/decide/quality.ts';
import { exceptedIt, ownerAlone } from '#events/document/decide/separation.ts';
import { follow, mayNotSign, signsAlready, stepNotOpen } from '#events/document/decide/steps.ts';
import { stepOf } from '#events/document/route.ts';
import {
  findApproval,
  openApprovals,
  signablePdfs,
  standingApprovals,
  undecidedApprovals,
  type Document,
  type DocumentVersion,
} from '#events/document/state.ts';
import { ok, refuse, type Result } from '#events/failures.ts';
import { may } from '#events/permissions.ts';
import { sign, type Signature } from '#events/signature.ts';
import { texts } from '#events/texts.ts';

interface Signed {
  approval: Approval;
  version: DocumentVersion;
  signature: Signature;
}

/** The deputy of an absent approver signs for them, in the deputy's own name. */
function notThatApprover(
  { principal, deputyOf = [] }: Approve | Reject,
  found: { approval: Approval; version: DocumentVersion } | null,
): Refusal | null {
  const asked = found?.approval.user;
  const theirs =
    asked !== undefined &&
    principal.kind === 'user' &&
    may(principal, 'approval.sign') &&
    (asked === principal.uid || deputyOf.includes(asked));
  return theirs ? null : refuse('approval_not_yours', { detail: texts.approvalNotYours });
}

/** Whether this person decided the approval this way before. */
const decidedBefore = ({ status, user, signer = user }: Approval, decided: ApprovalStatus, uid: string | null) =>
  status === decided && signer === uid;

/** Refuses what is not open: its step has not begun, or it is signed or cancelled. */
function notOpen(version: DocumentVersion, approval: Approval): Refusal | null {
  if (isOpen(approval)) return null;
  const step = stepOf(version, approval.step);
  if (approval.status === 'WAITING' && step) return stepNotOpen(version, approval, step);
  const detail =
    `This approval of version ${version.version} is ${approval.status}. ` + `Only an open approval can be signed.`;
  return refuse('approval_not_open', { detail });
}

/**
 * What approving and rejecting have in common: that approver, an open approval of the version in review, the gate, the
 * signature. Null where this person decided it the same way before: the same form twice is recorded once.
 */
function signApproval(command: Approve | Reject, document: Document, decided: ApprovalStatus): Result<Signed | null> {
  const { principal } = command;
  const approves = decided === 'APPROVED';
  const found = findApproval(document, command.approval);
  const refusal = notThatApprover(command, found);
  if (refusal || !found || principal.kind !== 'user') return refusal ?? refuse('approval_not_yours');
  const { approval, version } = found;
  if (decidedBefore(approval, decided, principal.uid)) return ok(null);
  const step = stepOf(version, approval.step);
  const early =
    (version === document.current ? outOfSequence(approves ? 'Approve' : 'Reject', document) : null) ??
    notOpen(version, approval) ??
    exceptedIt(version, { user: principal.uid, name: principal.name }) ??
    (step ? mayNotSign(command, version, approval, step) : signsAlready(principal, version, approval));
  if (early) return early;
  const signature = sign(
    approves ? (step?.meaning ?? 'approved') : 'rejected',
    command.signing,
    { document: document.uid, version: version.version, pdfs: signablePdfs(version), since: approval.openedAt ?? null },
    command.now,
    approval.user === principal.uid ? null : { user: approval.user, name: approval.name },
  );
  return signature.ok ? ok({ approval, version, signature: signature.value }) : signature;
}

/** Signs to approve. With the last open approval, or the last step of its route, the version awaits final approval. */
export const approve = ruleOn((command: Approve, document) => {
  const signed = signApproval(command, document, 'APPROVED');
  if (!signed.ok) return signed;
  if (signed.value === null) return record();
  const { approval, version, signature } = signed.value;
  // A deputy counts in the place of the person who was asked.
  const signers = standingApprovals(version).map(({ uid, user, name, signer = user }) =>
    uid === approval.uid ? { user: signature.signer, name: signature.printedName } : { user: signer, name },
  );
  const alone = ownerAlone(version, signers, command.separates ?? false);
  if (alone) return alone;
  const blocked = commentOpen(document, command.commentsBlock ?? false);
  if (blocked) return blocked;
  const of = { document: document.uid, version: version.version };
  const given = { type: 'ApprovalGiven' as const, data: { ...of, approval: requestOf(approval), signature } };
  const ruling = version.route
    ? follow(document, given, command.now)
    : record(given, ...(openApprovals(version).length > 1 ? [] : [{ type: 'DocumentApproved' as const, data: of }]));
  const approves = ruling.ok && ruling.events.some(({ type }) => type === 'DocumentApproved');
  const earlier = version.approvals.filter(({ status }) => status === 'APPROVED');
  const signedBy = [
    { user: signature.signer, ...(approval.step !== undefined && { step: approval.step }) },
    ...earlier,
  ];
  return (approves ? qualityMissing(version, signedBy, command.qualityUnit) : null) ?? ruling;
});

/** Signs a rejection, with a reason. Approvers who have not signed yet need not sign any more. */
export const reject = ruleOn((command: Reject, document) => {
  const signed = signApproval(command, document, 'REJECTED');
  if (!signed.ok) return signed;
  if (signed.value === null) return record();
  const { approval, version, signature } = signed.value;
  const of = { document: document.uid, version: version.version };
  const others = undecidedApprovals(version).filter((one) => one !== approval);
  return record(
    { type: 'ApprovalRejected', data: { ...of, approval: requestOf(approval), signature } },
    ...cancelled(document, others, 'rejected'),
    { type: 'DocumentRejected', data: of },
  );
});

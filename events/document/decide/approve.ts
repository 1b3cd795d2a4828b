import { isOpen, requestOf, type Approval, type ApprovalStatus } from '#events/document/approval.ts';
import type { Approve, Reject } from '#events/document/commands.ts';
import { outOfSequence, record, type Refusal, type Ruling } from '#events/document/decide/guards.ts';
import { ownerAlone } from '#events/document/decide/separation.ts';
import {
  findApproval,
  openApprovals,
  signablePdfs,
  standingApprovals,
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

function notThatApprover({ principal }: Approve | Reject, approval: Approval | undefined): Refusal | null {
  const theirs = principal.kind === 'user' && approval?.user === principal.uid && may(principal, 'approval.sign');
  return theirs ? null : refuse('approval_not_yours', { detail: texts.approvalNotYours });
}

/**
 * What approving and rejecting have in common: that approver, an open approval of the version in review, the gate, the
 * signature. Null where this person decided it the same way before: the same form twice is recorded once.
 */
function signApproval(command: Approve | Reject, document: Document, decided: ApprovalStatus): Result<Signed | null> {
  const found = findApproval(document, command.approval);
  const refusal = notThatApprover(command, found?.approval);
  if (refusal || !found) return refusal ?? refuse('approval_not_yours');
  const { approval, version } = found;
  if (approval.status === decided) return ok(null);
  const early = version === document.current ? outOfSequence(command.type, document) : null;
  if (early) return early;
  if (!isOpen(approval)) {
    const detail =
      `This approval of version ${version.version} is ${approval.status}. ` + `Only an open approval can be signed.`;
    return refuse('approval_not_open', { detail });
  }
  const signature = sign(
    command.type === 'Approve' ? 'approved' : 'rejected',
    command.signing,
    { document: document.uid, version: version.version, pdfs: signablePdfs(version) },
    command.now,
  );
  return signature.ok ? ok({ approval, version, signature: signature.value }) : signature;
}

/** Signs to approve. With the last open approval the version awaits final approval. */
export function approve(command: Approve, document: Document): Ruling {
  const signed = signApproval(command, document, 'APPROVED');
  if (!signed.ok) return signed;
  if (signed.value === null) return record();
  const { approval, version, signature } = signed.value;
  const alone = ownerAlone(version, standingApprovals(version), command.separates ?? false);
  if (alone) return alone;
  const of = { document: document.uid, version: version.version };
  const given = { type: 'ApprovalGiven' as const, data: { ...of, approval: requestOf(approval), signature } };
  return openApprovals(version).length > 1 ? record(given) : record(given, { type: 'DocumentApproved', data: of });
}

/** Signs a rejection, with a reason. Approvers who have not signed yet need not sign any more. */
export function reject(command: Reject, document: Document): Ruling {
  const signed = signApproval(command, document, 'REJECTED');
  if (!signed.ok) return signed;
  if (signed.value === null) return record();
  const { approval, version, signature } = signed.value;
  const of = { document: document.uid, version: version.version };
  const others = openApprovals(version).filter((one) => one !== approval);
  return record(
    { type: 'ApprovalRejected', data: { ...of, approval: requestOf(approval), signature } },
    ...cancelled(document, others, 'rejected'),
    { type: 'DocumentRejected', data: of },
  );
}

/** The event that cancels these approvals of the current version, or none where there are none. */
export const cancelled = (
  document: Document,
  approvals: readonly Approval[],
  because: 'rejected' | 'revised' | 'retired',
) =>
  approvals.length === 0
    ? []
    : [
        {
          type: 'ApprovalsCancelled' as const,
          data: {
            document: document.uid,
            version: document.current.version,
            approvals: approvals.map(requestOf),
            because,
          },
        },
      ];

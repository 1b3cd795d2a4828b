import type { ApprovalRequest } from '#events/document/approval-events.ts';
import type { Signature } from '#events/signature.ts';
import type { Instant } from '#events/time.ts';
import type { Projection, RowOf, ProjectionWriter } from './projection.ts';
import { signatureColumns } from './signatures.ts';

/** Who is asked to approve which version, and what each answered. */
export const approvals: Projection = {
  name: 'approvals',
  tables: ['approval'],
  handles: {
    DocumentSentForReview: ({ data, recordedAt }, to) => ask(data, data.approvals, recordedAt, to),
    DocumentRevised: ({ data, recordedAt }, to) => ask(data, data.approvals, recordedAt, to),
    StepOpened: ({ data, recordedAt }, to) => {
      for (const { uid } of data.approvals) to.patch('approval', { uid }, { status: 'OPEN', requested_at: recordedAt });
    },
    ApproverAdded: ({ data, recordedAt }, to) => ask(data, [data.approval], recordedAt, to),
    ApproverRemoved: ({ data, recordedAt }, to) => cancel([data.approval], 'removed', recordedAt, to),
    ApproverReplaced: ({ data, recordedAt }, to) => {
      cancel([data.approval], 'replaced', recordedAt, to);
      ask(data, [data.replacement], recordedAt, to);
    },
    ApprovalsCancelled: ({ data, recordedAt }, to) => cancel(data.approvals, data.because, recordedAt, to),
    ApprovalGiven: ({ data }, to) => sign(data, 'APPROVED', to),
    ApprovalRejected: ({ data }, to) => sign(data, 'REJECTED', to),
  },
};

function sign(
  { approval, signature }: { approval: ApprovalRequest; signature: Signature },
  status: 'APPROVED' | 'REJECTED',
  to: ProjectionWriter,
): void {
  const signer_uid = signature.onBehalfOf ? signature.signer : null;
  to.patch('approval', { uid: approval.uid }, { status, signer_uid, ...signatureColumns(signature) });
}

/** `route` or `waits`: the person's step is not open yet. */
function ask(
  of: { document: string; version: string; route?: object | undefined; waits?: boolean | undefined },
  requests: readonly ApprovalRequest[],
  at: Instant,
  to: ProjectionWriter,
): void {
  for (const { uid, user, name, step, function: held } of requests)
    to.put('approval', {
      uid,
      document_uid: of.document,
      version: of.version,
      user_uid: user,
      user_name: name,
      status: of.route || of.waits ? 'WAITING' : 'OPEN',
      requested_at: at,
      step: step ?? null,
      function_name: held?.name ?? null,
    });
}

function cancel(
  requests: readonly ApprovalRequest[],
  because: RowOf<'approval'>['cancelled_because'],
  at: Instant,
  to: ProjectionWriter,
): void {
  for (const { uid } of requests)
    to.patch('approval', { uid }, { status: 'CANCELLED', cancelled_at: at, cancelled_because: because });
}

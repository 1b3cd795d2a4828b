import type { ApprovalRequest } from '#events/document/events.ts';
import type { Projection, RowOf, ProjectionWriter } from './projection.ts';
import { signatureColumns } from './signatures.ts';

/** Who is asked to approve which version, and what each answered. */
export const approvals: Projection = {
  name: 'approvals',
  tables: ['approval'],
  handles: {
    DocumentSentForReview: ({ data, recordedAt }, to) => ask(data, data.approvals, recordedAt, to),
    DocumentRevised: ({ data, recordedAt }, to) => ask(data, data.approvals, recordedAt, to),
    ApproverAdded: ({ data, recordedAt }, to) => ask(data, [data.approval], recordedAt, to),
    ApproverRemoved: ({ data, recordedAt }, to) => cancel([data.approval], 'removed', recordedAt, to),
    ApproverReplaced: ({ data, recordedAt }, to) => {
      cancel([data.approval], 'replaced', recordedAt, to);
      ask(data, [data.replacement], recordedAt, to);
    },
    ApprovalsCancelled: ({ data, recordedAt }, to) => cancel(data.approvals, data.because, recordedAt, to),
    ApprovalGiven: ({ data }, to) =>
      to.patch('approval', { uid: data.approval.uid }, { status: 'APPROVED', ...signatureColumns(data.signature) }),
    ApprovalRejected: ({ data }, to) =>
      to.patch('approval', { uid: data.approval.uid }, { status: 'REJECTED', ...signatureColumns(data.signature) }),
  },
};

function ask(
  of: { document: string; version: string },
  requests: readonly ApprovalRequest[],
  at: string,
  to: ProjectionWriter,
): void {
  for (const { uid, user, name } of requests)
    to.put('approval', {
      uid,
      document_uid: of.document,
      version: of.version,
      user_uid: user,
      user_name: name,
      status: 'OPEN',
      requested_at: at,
    });
}

function cancel(
  requests: readonly ApprovalRequest[],
  because: RowOf<'approval'>['cancelled_because'],
  at: string,
  to: ProjectionWriter,
): void {
  for (const { uid } of requests)
    to.patch('approval', { uid }, { status: 'CANCELLED', cancelled_at: at, cancelled_because: because });
}

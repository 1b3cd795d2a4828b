import { approveDocument, rejectDocument } from '#app/approvals/commands/sign.ts';
import { signatureBody, signatureFields, signatureRefusals, toSignature } from '#app/signatures/calls/signature.ts';
import { answersDocument } from '#app/documents/calls/document-answer.ts';
import { runs } from '#app/kit/call/endpoint.ts';

const signing = {
  ...answersDocument,
  method: 'POST',
  tag: 'Approvals and records',
  body: signatureBody,
  refusals: [
    ...signatureRefusals,
    'approval_not_yours',
    'approval_not_open',
    'document_not_in_status',
    'step_not_open',
    'duties_not_separated',
    'function_missing',
    'owner_may_not_approve',
    'deputy_not_eligible',
  ],
  fields: signatureFields,
} as const;

export const approve = runs({
  ...signing,
  path: '/api/approvals/{uid}/approve',
  operation: 'approve',
  summary: 'Sign to approve',
  description:
    'Open the PDF first (`downloadtrainingdoc`): the signature binds exactly that file. The last open approval ' +
    'approves the document.',
  refusals: [...signing.refusals, 'comment_open'],
  command: approveDocument,
  input: ({ params, body }) => ({ ...toSignature(body), approval: params.uid }),
});

export const disapprove = runs({
  ...signing,
  path: '/api/approvals/{uid}/disapprove',
  operation: 'disapprove',
  summary: 'Sign to reject',
  description: 'Needs a reason. The version is rejected, and nobody else needs to sign.',
  command: rejectDocument,
  input: ({ params, body }) => ({ ...toSignature(body), approval: params.uid }),
});

import { z } from 'zod';
import { approveDocument, rejectDocument } from '#app/approvals/commands/sign.ts';
import { signatureBody, signatureFields, signatureRefusals, toSignature } from '#app/signatures/calls/signature.ts';
import { answersDocument } from '#app/documents/calls/document-answer.ts';
import { reads, runs } from '#app/kit/call/endpoint.ts';
import { byOrganisation, listFilters, oneOf, sortedBy, toIso } from '#app/kit/call/parameters.ts';
import { listedApproval, toListedApproval } from '#app/approvals/calls/approval-entity.ts';
import { approvalSorts, approvalStatuses, listApprovals } from '#app/approvals/queries/list-approvals.ts';

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
  refusals: [...signing.refusals, 'comment_open', 'quality_step_required'],
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

export const listOrganisationApprovals = reads({
  method: 'GET',
  path: '/api/orgs/{orgUid}/approvals',
  operation: 'listApprovals',
  tag: 'Approvals and records',
  summary: "The organisation's approvals",
  description:
    'Of every version, in the order of their requests if nothing else is asked. For authors and admins those of the ' +
    'documents that they see listed; everybody else gets their own, and 403 for the `user` of another person. An ' +
    'approval has no due date.',
  params: byOrganisation,
  list: 'parts',
  query: z.object({
    ...listFilters,
    status: oneOf(...approvalStatuses).optional(),
    sort: sortedBy(approvalSorts, 'requested'),
  }),
  data: z.array(listedApproval),
  refusals: ['not_allowed'],
  asks: listApprovals,
  input: ({ params, query: { changed_since: since, ...query }, page }) => ({
    org: params.orgUid,
    ...query,
    changedSince: toIso(since),
    ...page,
  }),
  answer: ({ approvals, next }) => ({ data: approvals.map(toListedApproval), next }),
});

import { z } from 'zod';
import { listedApproval, toListedApproval } from '#app/approvals/calls/approval-entity.ts';
import { toTrainingRecord, trainingRecord } from '#app/training/calls/training-record-entity.ts';
import { byOrganisation, changedSince, dueBefore, oneOf, sortedBy, toIso, uidOf } from '#app/kit/call/parameters.ts';
import { reads } from '#app/kit/call/endpoint.ts';
import { approvalSorts, approvalStatuses, listApprovals } from '#app/approvals/queries/list-approvals.ts';
import { listRecords, recordSorts, recordStatuses } from '#app/training/queries/list-records.ts';

const lists = { method: 'GET', tag: 'Approvals and records', params: byOrganisation, list: 'parts' } as const;

const filters = {
  user: uidOf('user').optional().describe("A person's uid."),
  department: uidOf('department').optional().describe("A department's uid: the people who are in it now."),
  document: uidOf('document').optional().describe("A document's uid."),
  changed_since: changedSince,
};

export const listTrainingRecords = reads({
  ...lists,
  path: '/api/orgs/{orgUid}/training-records',
  operation: 'listTrainingRecords',
  summary: "The organisation's training records",
  description:
    'Open, completed and cancelled, in the order of assignment if nothing else is asked. All for admins; everybody ' +
    'else gets their own, and 403 for the `user` of another person.',
  query: z.object({
    ...filters,
    status: oneOf(...recordStatuses).optional(),
    due_before: dueBefore,
    sort: sortedBy(recordSorts, 'assigned'),
  }),
  data: z.array(trainingRecord),
  refusals: ['not_allowed'],
  asks: listRecords,
  input: ({ params, query: { changed_since: since, due_before: due, ...query }, page }) => ({
    org: params.orgUid,
    ...query,
    changedSince: toIso(since),
    dueBefore: toIso(due),
    ...page,
  }),
  answer: ({ records, next }) => ({ data: records.map(toTrainingRecord), next }),
});

export const listOrganisationApprovals = reads({
  ...lists,
  path: '/api/orgs/{orgUid}/approvals',
  operation: 'listApprovals',
  summary: "The organisation's approvals",
  description:
    'Of every version, in the order of their requests if nothing else is asked. For authors and admins those of the ' +
    'documents that they see listed; everybody else gets their own, and 403 for the `user` of another person. An ' +
    'approval has no due date.',
  query: z.object({
    ...filters,
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

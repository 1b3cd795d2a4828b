import { z } from 'zod';
import { mostSteps } from '#events/route/route.ts';
import { leaveOutApprover, nameApprovers } from '#app/documents/commands/name-approvers.ts';
import { revisePrepared } from '#app/documents/commands/prepared.ts';
import {
  changeRefusals,
  documentBody,
  documentFields,
  fileRefusals,
  reference,
  toDraft,
} from '#app/documents/calls/document-body.ts';
import { comparesRevision } from '#app/documents/calls/compare-document.ts';
import { answersDocument } from '#app/documents/calls/document-answer.ts';
import { byUid, uid } from '#app/kit/call/parameters.ts';
import { changedIn } from '#app/kit/call/fixed-fields.ts';
import { runs } from '#app/kit/call/endpoint.ts';

const stepNumber = z.int().meta({ minimum: 1, maximum: mostSteps, examples: [2] });

/** An approver: a person, or an approval as the API answers it. */
const approver = z
  .union([z.looseObject({ user: reference, step: stepNumber.nullish() }), reference])
  .transform((given) => (typeof given === 'string' ? { user: given, step: null } : { step: null, ...given }))
  .meta({
    id: 'ApproverInput',
    description:
      'A person, a uid, or an approval with its `user`; along a route `step` is the number of the step in which the ' +
      'person is asked. Left out: where the route asks them, else in the first step that the owner names and that ' +
      'has nobody, or in a version in review in the open step.',
  });

const revising = [
  'document_not_in_status',
  'document_version_not_newer',
  'document_name_in_use',
  'document_files_missing',
  'document_approvers_missing',
  'approver_not_eligible',
  'duties_not_separated',
  ...changeRefusals,
  'function_missing',
  'owner_may_not_approve',
  'quality_step_required',
  'step_asks_all',
  ...fileRefusals,
  'file_damaged',
] as const;

export const postApprovers = runs({
  ...answersDocument,
  method: 'POST',
  path: '/api/docs/{uid}/approvers',
  operation: 'nameApprovers',
  summary: 'Name approvers',
  description:
    'A draft whose files are saved is sent for review. A version in review gets more approvers. For any other ' +
    'document, they approve the ' +
    'revision in preparation, together with the remaining approvers of the version before.',
  body: z.array(approver).max(200),
  refusals: [...revising, 'approver_already_listed', 'step_not_open'],
  fields: { ...documentFields, '': 'approvers' },
  command: nameApprovers,
  input: ({ params, body }) => ({
    document: params.uid,
    approvers: body.flatMap(({ user, step }) => (step ? [] : [user])),
    places: body.flatMap(({ user, step }) => (step ? [{ user, step }] : [])),
  }),
});

export const deleteApprover = runs({
  ...answersDocument,
  method: 'DELETE',
  path: '/api/docs/{uid}/approver/{approvalUid}',
  operation: 'removeApprover',
  summary: 'Remove an approver',
  description:
    'For a version in review, the open approval is cancelled. For any other document, this person is not asked to ' +
    'approve the next ' +
    'revision. Signatures stay.',
  params: byUid.extend({ approvalUid: uid }),
  versioned: true,
  refusals: [
    'document_not_in_status',
    'approval_not_open',
    'approver_is_last',
    'duties_not_separated',
    'quality_step_required',
    'step_asks_all',
  ],
  command: leaveOutApprover,
  input: ({ params, expectedVersion }) => ({ document: params.uid, approval: params.approvalUid, expectedVersion }),
});

export const putRevise = runs({
  ...answersDocument,
  method: 'PUT',
  path: '/api/docs/{uid}/revise',
  operation: 'reviseDocument',
  summary: 'Revise a document',
  description:
    'Sends the revision that the caller prepared (`prepared`) to its approvers. The body may hold the document ' +
    'instead. Without a new PDF the revision starts once a PDF is saved, with the approvers that stay, or once ' +
    'approvers are named.',
  body: documentBody.optional(),
  versioned: true,
  refusals: revising,
  fields: documentFields,
  compares: comparesRevision,
  command: revisePrepared,
  input: ({ params, body, expectedVersion }, there) => ({
    document: params.uid,
    ...(body && { revision: { ...toDraft(body), change: changedIn(body, there).change } }),
    expectedVersion,
  }),
});

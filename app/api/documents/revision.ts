import { z } from 'zod';
import { leaveOutApprover, nameApprovers } from '#app/commands/document/name-approvers.ts';
import { revisePrepared } from '#app/commands/document/revise-prepared.ts';
import { documentBody, documentFields, fileRefusals, reference, toDraft } from '#app/api/documents/document-body.ts';
import { documentAnswer } from '#app/api/documents/documents.ts';
import { document } from '#app/api/entities/document.ts';
import { byUid, uid } from '#app/api/parameters.ts';
import { runs } from '#app/server/endpoint.ts';

const tag = 'Documents';

/** An approver: a person, or an approval as the calls answer it, which names its person. */
const approver = z
  .union([z.looseObject({ user: reference }), reference])
  .transform((given) => (typeof given === 'string' ? given : given.user))
  .meta({ id: 'ApproverInput', description: 'A person or the uid of one, or an approval that names its `user`.' });

const revising = [
  'document_not_in_status',
  'document_version_not_newer',
  'document_name_in_use',
  'document_files_missing',
  'document_approvers_missing',
  'approver_not_eligible',
  ...fileRefusals,
  'file_damaged',
] as const;

export const postApprovers = runs({
  method: 'POST',
  path: '/api/docs/{uid}/approvers',
  operation: 'nameApprovers',
  tag,
  summary: 'Name approvers',
  description:
    'Of a draft whose files are saved: it goes to them for review. Of a version in review: they are asked besides. Of any other: they are ' +
    'asked for the revision that is being prepared, besides the approvers of the version before who were not taken away.',
  params: byUid,
  body: z.array(approver).max(200),
  data: document,
  refusals: [...revising, 'approver_already_listed'],
  fields: { ...documentFields, '': 'approvers' },
  command: nameApprovers,
  input: ({ params, body }) => ({ document: params.uid, approvers: body }),
  answer: ({ document: uid }, call) => documentAnswer(uid, call),
});

export const deleteApprover = runs({
  method: 'DELETE',
  path: '/api/docs/{uid}/approver/{approvalUid}',
  operation: 'removeApprover',
  tag,
  summary: 'Take an approver away',
  description:
    'Of a version in review: the open approval is cancelled. Of any other: this person is not asked to approve the revision that follows. ' +
    'What was signed stays signed.',
  params: byUid.extend({ approvalUid: uid }),
  data: document,
  refusals: ['document_not_in_status', 'approval_not_open', 'approver_is_last'],
  command: leaveOutApprover,
  input: ({ params }) => ({ document: params.uid, approval: params.approvalUid }),
  answer: ({ document: uid }, call) => documentAnswer(uid, call),
});

export const putRevise = runs({
  method: 'PUT',
  path: '/api/docs/{uid}/revise',
  operation: 'reviseDocument',
  tag,
  summary: 'Revise a document',
  description:
    'Sends the newer version to its approvers with what was prepared before: the document saved with a newer `version` and its new PDF, ' +
    'approvers taken away and named. Nothing of that shows in the document until then; it is kept for 12 hours, for the person who ' +
    'prepared it. The document may be sent along instead of being saved before. Where it is sent along first and has no new PDF yet, the ' +
    'revision goes off with the approvers that are named afterwards.',
  params: byUid,
  body: documentBody.optional(),
  data: document,
  versioned: true,
  refusals: revising,
  fields: documentFields,
  command: revisePrepared,
  input: ({ params, body, expectedVersion }) => ({
    document: params.uid,
    ...(body && { revision: toDraft(body) }),
    expectedVersion,
  }),
  answer: ({ document: uid }, call) => documentAnswer(uid, call),
});

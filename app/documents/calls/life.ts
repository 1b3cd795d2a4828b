import { z } from 'zod';
import { assignDepartments, giveEffectiveDate } from '#app/documents/commands/prepared.ts';
import { discardDocument, retireDocument } from '#app/documents/commands/retire.ts';
import { reinstateDocument } from '#app/documents/commands/reinstate.ts';
import { waiveSeparation } from '#app/documents/commands/waive-separation.ts';
import { transferOwnership } from '#app/documents/commands/transfer-ownership.ts';
import { reference } from '#app/documents/calls/document-body.ts';
import { answersDocument } from '#app/documents/calls/document-answer.ts';
import { effectiveDate, toMomentOf } from '#app/documents/calls/effective-date.ts';
import { byUid, flag } from '#app/kit/call/parameters.ts';
import { runs } from '#app/kit/call/endpoint.ts';

export const putRetire = runs({
  ...answersDocument,
  method: 'PUT',
  path: '/api/docs/{uid}/retire',
  operation: 'retireDocument',
  summary: 'Retire a document',
  description: 'No version stays in force. Open approvals and open training are cancelled.',
  body: z.object({}),
  versioned: true,
  refusals: ['document_not_in_status'],
  command: retireDocument,
  input: ({ params, expectedVersion }) => ({ document: params.uid, expectedVersion }),
});

export const putReinstate = runs({
  ...answersDocument,
  method: 'PUT',
  path: '/api/docs/{uid}/reinstate',
  operation: 'reinstateDocument',
  summary: 'Reinstate a retired document',
  description:
    'It becomes the draft (CREATED) of a newer version, with its own number and title. Nothing is in force until ' +
    'that version was sent for review, approved and published.',
  body: z.object({}),
  versioned: true,
  refusals: ['not_allowed', 'document_not_in_status', 'document_name_in_use', 'document_version_not_newer'],
  command: reinstateDocument,
  input: ({ params, expectedVersion }) => ({ document: params.uid, expectedVersion }),
});

export const putSeparation = runs({
  ...answersDocument,
  method: 'PUT',
  path: '/api/docs/{uid}/separation',
  operation: 'waiveSeparation',
  summary: 'Record an exception from the separation of duties',
  description:
    'For the version that is not published yet, or else for the next one. The report of exceptions lists it with its ' +
    'reason.',
  body: z.object({}),
  versioned: true,
  refusals: ['not_allowed', 'document_not_in_status', 'duties_not_separated'],
  command: waiveSeparation,
  input: ({ params, expectedVersion }) => ({ document: params.uid, expectedVersion }),
});

export const putOwner = runs({
  ...answersDocument,
  method: 'PUT',
  path: '/api/docs/{uid}/owner',
  operation: 'transferOwnership',
  summary: 'Transfer the ownership of a document',
  description:
    'For its owner and admins, in every status but RETIRED. The new owner is an active author or admin. Both get an ' +
    'email.',
  body: z.object({ owner: reference.describe('A user, or its uid.') }),
  versioned: true,
  refusals: [
    'not_allowed',
    'document_not_in_status',
    'owner_not_eligible',
    'duties_not_separated',
    'owner_may_not_approve',
  ],
  command: transferOwnership,
  input: ({ params, body, expectedVersion }) => ({ document: params.uid, owner: body.owner, expectedVersion }),
});

export const deleteDocument = runs({
  method: 'DELETE',
  path: '/api/docs/{uid}',
  operation: 'discardDocument',
  tag: 'Documents',
  summary: 'Discard a draft',
  description: 'Only a draft that was never sent for review. Its name and doc ID can be used again.',
  params: byUid,
  data: z.null(),
  versioned: true,
  refusals: ['not_allowed', 'document_ever_reviewed'],
  command: discardDocument,
  input: ({ params, expectedVersion }) => ({ document: params.uid, expectedVersion }),
  answer: () => ({ data: null }),
});

export const postDepartments = runs({
  ...answersDocument,
  method: 'POST',
  path: '/api/docs/{uid}/departments',
  operation: 'assignDepartments',
  summary: 'Assign a document to departments',
  description:
    'For a scheduled or effective document, departments and training change at once. For an approved document, ' +
    'they are saved until the same caller sets the effective date, which publishes the document.',
  body: z.array(reference).max(1000).describe('Departments, or their uids.'),
  refusals: ['document_not_in_status', 'document_departments_missing', 'department_unknown'],
  fields: { '': 'departments' },
  command: assignDepartments,
  input: ({ params, body }) => ({ document: params.uid, departments: body }),
});

const dating = {
  ...answersDocument,
  path: '/api/docs/{uid}/effectivedate',
  description:
    'Publishes an approved document for the assigned departments, or changes the date of a scheduled one. With ' +
    '`forego_training=true` ' +
    'nobody is assigned training. A document that is effective outside the system may have a date in the past.',
  query: z.object({ forego_training: flag.optional() }),
  body: effectiveDate,
  refusals: [
    'document_not_in_status',
    'document_departments_missing',
    'department_unknown',
    'effective_date_not_future',
  ],
  fields: { '': 'effectiveDate', effectiveAt: 'effectiveDate' },
  command: giveEffectiveDate,
} as const;

export const postEffectiveDate = runs({
  ...dating,
  method: 'POST',
  operation: 'publishDocument',
  summary: 'Publish a document',
  input: ({ params, query, body, viewer }) => ({
    document: params.uid,
    effectiveAt: toMomentOf(body, viewer.settings.timeZone),
    waiveTraining: query.forego_training,
  }),
});

export const putEffectiveDate = runs({
  ...dating,
  method: 'PUT',
  operation: 'setEffectiveDate',
  summary: 'Set the effective date of a document',
  versioned: true,
  input: ({ params, query, body, viewer, expectedVersion }) => ({
    document: params.uid,
    effectiveAt: toMomentOf(body, viewer.settings.timeZone),
    waiveTraining: query.forego_training,
    expectedVersion,
  }),
});

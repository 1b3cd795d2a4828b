import { z } from 'zod';
import { remindPerson, remindTraining } from '#app/training/commands/remind.ts';
import { signTraining } from '#app/training/commands/sign.ts';
import { signatureBody, signatureFields, signatureRefusals, toSignature } from '#app/signatures/calls/signature.ts';
import { document, toDocument } from '#app/documents/calls/document-entity.ts';
import { moment, toMoment } from '#app/kit/call/moment.ts';
import { toTrainingRecord, trainingRecord } from '#app/training/calls/training-record-entity.ts';
import {
  byOrganisation,
  byUid,
  dueBefore,
  flag,
  listFilters,
  oneOf,
  sortedBy,
  toIso,
  words,
} from '#app/kit/call/parameters.ts';
import { askFor, reads, runs } from '#app/kit/call/endpoint.ts';
import { listPersonsDocuments } from '#app/documents/queries/list-whole-documents.ts';
import { getWholeRecord, listWholeRecords } from '#app/training/queries/full-records.ts';
import { listRecords, recordSorts, recordStatuses } from '#app/training/queries/list-records.ts';

const tag = 'Approvals and records';

export const getRecord = reads({
  method: 'GET',
  path: '/api/records/{uid}',
  operation: 'getRecord',
  tag,
  summary: 'One training record',
  description: "Your own, or anybody's for admins.",
  params: byUid,
  data: trainingRecord,
  refusals: ['record_not_yours'],
  asks: getWholeRecord,
  input: ({ params }) => ({ record: params.uid }),
  answer: (record) => ({ data: toTrainingRecord(record) }),
});

export const signRecord = runs({
  method: 'POST',
  path: '/api/records/{uid}/sign',
  operation: 'signRecord',
  tag,
  summary: 'Sign a training record as read and understood',
  description:
    'Open the PDF first (`downloadtrainingdoc`): the signature binds exactly that file. A completed record never ' +
    'changes.',
  params: byUid,
  body: signatureBody,
  data: trainingRecord,
  refusals: [...signatureRefusals, 'record_not_yours', 'record_already_completed', 'record_not_open'],
  fields: signatureFields,
  command: signTraining,
  input: ({ params, body }) => ({ ...toSignature(body), record: params.uid }),
  answer: async ({ record }, call) => ({ data: toTrainingRecord(await askFor(call, getWholeRecord, { record })) }),
});

export const remindRecord = runs({
  method: 'POST',
  path: '/api/records/{uid}/remind',
  operation: 'remindOfTraining',
  tag,
  summary: 'Remind a person of an open training record',
  description:
    'The person gets an email, once in 24 hours for each version of a document. For the owner of the document ' +
    'and for admins.',
  params: byUid,
  data: z.object({ uid: z.uuid(), remindedDate: moment }),
  refusals: ['not_allowed', 'record_not_open', 'user_not_in_status', 'training_reminded'],
  command: remindTraining,
  input: ({ params }) => ({ record: params.uid }),
  answer: ({ record, remindedAt }) => ({ data: { uid: record, remindedDate: toMoment(remindedAt) } }),
});

export const remindUser = runs({
  method: 'POST',
  path: '/api/users/{uid}/remind',
  operation: 'remindUser',
  tag,
  summary: 'Remind a person of all open training',
  description:
    'One email about the open training of which nobody reminded the person within 24 hours. Authors remind of their ' +
    'own documents, admins of all.',
  params: byUid,
  data: z.object({ uid: z.uuid(), records: z.int(), remindedDate: moment }),
  refusals: ['not_allowed', 'record_not_open', 'user_not_in_status', 'training_reminded'],
  command: remindPerson,
  input: ({ params }) => ({ user: params.uid }),
  answer: ({ user, records, remindedAt }) => ({ data: { uid: user, records, remindedDate: toMoment(remindedAt) } }),
});

export const listTraining = reads({
  method: 'GET',
  path: '/api/users/{uid}/training',
  operation: 'listTraining',
  tag,
  summary: "A person's training records",
  description: "Open and completed, in the order of assignment. Your own, or anybody's for admins.",
  params: byUid,
  list: true,
  data: z.array(trainingRecord),
  refusals: ['not_allowed'],
  asks: listWholeRecords,
  input: ({ params, page }) => ({ user: params.uid, ...page }),
  answer: ({ records, next }) => ({ data: records.map(toTrainingRecord), next }),
});

export const listTrainingRecords = reads({
  method: 'GET',
  path: '/api/orgs/{orgUid}/training-records',
  operation: 'listTrainingRecords',
  tag,
  summary: "The organisation's training records",
  description:
    'Open, completed and cancelled, in the order of assignment if nothing else is asked. All for admins; everybody ' +
    'else gets their own, and 403 for the `user` of another person.',
  params: byOrganisation,
  list: 'parts',
  query: z.object({
    ...listFilters,
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

export const listDocumentsOfUser = reads({
  method: 'GET',
  path: '/api/users/{uid}/docs',
  operation: 'listDocumentsOfUser',
  tag: 'Documents',
  summary: "A person's documents",
  description:
    "With `approval=true` the documents that await the person's approval; otherwise those the person owns. Your " +
    "own, or anybody's for admins. `q` finds by words in the name, or by number.",
  params: byUid,
  query: z.object({ approval: flag.optional(), q: words.optional() }),
  list: true,
  data: z.array(document),
  refusals: ['not_allowed'],
  asks: listPersonsDocuments,
  input: ({ params, query, page }) => ({ user: params.uid, approval: query.approval ?? false, q: query.q, ...page }),
  answer: ({ documents, next }) => ({ data: documents.map(toDocument), next }),
});

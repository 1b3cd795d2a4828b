import { z } from 'zod';
import { instantOf } from '#events/time.ts';
import { createDocument } from '#app/documents/commands/create.ts';
import { saveDocument } from '#app/documents/commands/save.ts';
import { comparesDocument } from '#app/documents/calls/compare-document.ts';
import { answersDocument, documentAnswer } from '#app/documents/calls/document-answer.ts';
import {
  changeRefusals,
  documentBody,
  documentFields,
  draftBody,
  fileRefusals,
  newDraft,
  toDraft,
} from '#app/documents/calls/document-body.ts';
import { document, toDocument } from '#app/documents/calls/document-entity.ts';
import { byOrganisation, byUid, changedSince, flag, sortedBy, toIso, words } from '#app/kit/call/parameters.ts';
import { reads, runs } from '#app/kit/call/endpoint.ts';
import { changedIn } from '#app/kit/call/fixed-fields.ts';
import { getWholeDocument } from '#app/documents/queries/full-documents.ts';
import { documentSorts, listWholeDocuments } from '#app/documents/queries/list-whole-documents.ts';

const tag = 'Documents';

export const postDocument = runs({
  method: 'POST',
  path: '/api/docs',
  operation: 'createDocument',
  tag,
  summary: 'Create a draft',
  description:
    'Creates a draft (CREATED) without files and approvers. Its uid is also in the header `uid`. Next, upload both ' +
    'files, save the document ' +
    'with their object keys, and name its approvers.',
  body: draftBody,
  compares: newDraft,
  data: document,
  status: 201,
  versioned: true,
  refusals: [
    'document_name_in_use',
    'document_number_in_use',
    'functional_area_unknown',
    'externally_effective_requires_admin',
  ],
  command: createDocument,
  input: ({ body }) => ({
    ...toDraft(body),
    externallyEffective: body.externallyEffective ?? false,
    change: body.change,
    send: false,
  }),
  answer: async ({ document: uid }, call) => ({
    ...(await documentAnswer(uid, call)),
    uid,
    location: `/api/docs/${uid}`,
  }),
});

export const putDocument = runs({
  ...answersDocument,
  method: 'PUT',
  path: '/api/docs/{uid}',
  operation: 'saveDocument',
  summary: 'Save a document',
  description:
    'Saves a draft with its files, prepares a revision (a newer `version`) or a publication, or changes the ' +
    'departments and the scheduled date. Prepared changes show in `prepared`. A draft or a revision with status ' +
    'IN_REVIEW starts as soon as it has its files and approvers.',
  body: documentBody,
  versioned: true,
  refusals: [
    'document_name_in_use',
    'document_number_in_use',
    'document_version_not_newer',
    'document_not_in_status',
    'document_files_missing',
    'document_departments_missing',
    'functional_area_unknown',
    'department_unknown',
    'effective_date_not_future',
    'externally_effective_requires_admin',
    'duties_not_separated',
    'quality_step_required',
    'step_asks_all',
    ...changeRefusals,
    ...fileRefusals,
  ],
  fields: documentFields,
  command: saveDocument,
  compares: comparesDocument,
  input: ({ params, body, expectedVersion }, there) => {
    const { externallyEffective, departments, effectiveDate, change } = changedIn(body, there);
    return {
      ...toDraft(body),
      document: params.uid,
      expectedVersion,
      declare: body.status === 'APPROVED' && there.status === 'CREATED',
      review: body.status === 'IN_REVIEW' && there.status !== 'IN_REVIEW',
      externallyEffective: externallyEffective ?? undefined,
      change,
      departments: departments ?? undefined,
      effectiveAt: effectiveDate == null ? undefined : instantOf(effectiveDate),
    };
  },
});

export const getDocument = reads({
  method: 'GET',
  path: '/api/docs/{uid}',
  operation: 'getDocument',
  tag,
  summary: 'One document',
  params: byUid,
  data: document,
  versioned: true,
  asks: getWholeDocument,
  input: ({ params }) => ({ document: params.uid }),
  answer: ({ streamVersion, ...whole }) => ({ data: toDocument(whole), version: streamVersion }),
});

export const listDocuments = reads({
  method: 'GET',
  path: '/api/orgs/{orgUid}/docs',
  operation: 'listDocuments',
  tag,
  summary: "The organisation's documents",
  description:
    'By name. With `effective=true` the documents in force, for everyone; otherwise all documents, for authors and ' +
    'admins. `q` finds those with these words in their name, or with this number in any spelling: `987`, `qa 987`, ' +
    '`SOP-QA-987`. `changed_since` finds those that anything happened to since; for employees those that came into ' +
    'sight since.',
  params: byOrganisation,
  query: z.object({
    effective: flag.optional(),
    q: words.optional(),
    changed_since: changedSince,
    sort: sortedBy(documentSorts, 'name'),
  }),
  list: true,
  data: z.array(document),
  refusals: ['not_allowed'],
  asks: listWholeDocuments,
  input: ({ params, query, page }) => ({
    org: params.orgUid,
    effective: query.effective ?? false,
    q: query.q,
    changedSince: toIso(query.changed_since),
    sort: query.sort,
    ...page,
  }),
  answer: ({ documents, next }) => ({ data: documents.map(toDocument), next }),
});

import { z } from 'zod';
import { createDocument } from '#app/commands/document/create.ts';
import { saveDocument } from '#app/commands/document/save.ts';
import { documentBody, documentFields, fileRefusals, toDraft } from '#app/api/documents/document-body.ts';
import { document, toDocument } from '#app/api/entities/document.ts';
import { byOrganisation, byUid, flag } from '#app/api/parameters.ts';
import { askFor, reads, runs, type Answer, type Call } from '#app/server/endpoint.ts';
import { getWholeDocument, listWholeDocuments } from '#app/queries/document/full-documents.ts';

const tag = 'Documents';

/** The document as it is now, with its version: the answer of every endpoint that changes one. */
export async function documentAnswer(
  uid: string,
  call: Pick<Call, 'ports' | 'viewer' | 'now'>,
): Promise<Answer<z.infer<typeof document>>> {
  const { streamVersion, ...whole } = await askFor(call, getWholeDocument, { document: uid });
  return { data: toDocument(whole), version: streamVersion };
}

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
  body: documentBody.omit({ fileWordObjectKey: true, filePdfObjectKey: true, departments: true, effectiveDate: true }),
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
  input: ({ body }) => ({ ...toDraft(body), send: false }),
  answer: async ({ document: uid }, call) => ({
    ...(await documentAnswer(uid, call)),
    uid,
    location: `/api/docs/${uid}`,
  }),
});

export const putDocument = runs({
  method: 'PUT',
  path: '/api/docs/{uid}',
  operation: 'saveDocument',
  tag,
  summary: 'Save a document',
  description:
    'Saves a draft with its files (by their object keys). With status APPROVED, `approved` and ' +
    '`externallyEffective` it is declared ' +
    'effective outside the system (admins). For a scheduled or effective document only the departments and the ' +
    'scheduled date change ' +
    '(admins); everything else needs a revision.',
  params: byUid,
  body: documentBody,
  data: document,
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
    ...fileRefusals,
  ],
  fields: documentFields,
  command: saveDocument,
  input: ({ params, body, expectedVersion }) => ({
    ...toDraft(body),
    document: params.uid,
    expectedVersion,
    declare: body.status === 'APPROVED' && body.externallyEffective === true,
    departments: body.departments ?? undefined,
    effectiveAt: body.effectiveDate == null ? undefined : new Date(body.effectiveDate).toISOString(),
  }),
  answer: ({ document: uid }, call) => documentAnswer(uid, call),
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
    'admins.',
  params: byOrganisation,
  query: z.object({ effective: flag.optional() }),
  list: true,
  data: z.array(document),
  refusals: ['not_allowed'],
  asks: listWholeDocuments,
  input: ({ params, query, page }) => ({ org: params.orgUid, effective: query.effective ?? false, ...page }),
  answer: ({ documents, next }) => ({ data: documents.map(toDocument), next }),
});

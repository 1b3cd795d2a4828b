import { z } from 'zod';
import { decideRequest } from '#app/documents/commands/change-requests/decide.ts';
import { requestChange } from '#app/documents/commands/change-requests/request.ts';
import { changeRequest, changeRequestBody, toChangeRequest } from '#app/documents/calls/change-request-entity.ts';
import { reasonText } from '#app/kit/call/fields.ts';
import { partOf } from '#app/kit/call/paging.ts';
import { byUid } from '#app/kit/call/parameters.ts';
import {
  getRequest,
  listRequests,
  requestViews,
  requestsOfDocument,
} from '#app/documents/queries/change-requests/requests.ts';
import { everyRow } from '#app/kit/query/paging.ts';
import { askFor, reads, runs, type Answer, type Call } from '#app/kit/call/endpoint.ts';

const tag = 'Change requests and comments';

async function requestAnswer(
  uid: string,
  call: Pick<Call, 'ports' | 'viewer' | 'now'>,
): Promise<Answer<z.input<typeof changeRequest>>> {
  const { streamVersion, ...row } = await askFor(call, getRequest, { request: uid });
  return { data: toChangeRequest(row), version: streamVersion };
}

export const getRequestsOfDocument = reads({
  method: 'GET',
  path: '/api/docs/{uid}/changerequests',
  operation: 'listChangeRequestsOfDocument',
  tag,
  summary: 'The change requests of a document, the newest first',
  params: byUid,
  list: true,
  data: z.array(changeRequest),
  asks: requestsOfDocument,
  input: ({ params }) => ({ document: params.uid }),
  answer: (rows, { page }) => {
    const { data, next } = partOf(rows, page, ({ uid }) => uid);
    return { data: data.map(toChangeRequest), next };
  },
});

export const postRequest = runs({
  method: 'POST',
  path: '/api/docs/{uid}/changerequests',
  operation: 'requestChange',
  tag,
  summary: 'Request a change of a version that you may read',
  description: 'The owner of the document decides, and its author gets an email. A screen can attach a file.',
  params: byUid,
  body: changeRequestBody,
  data: changeRequest,
  status: 201,
  refusals: ['document_not_in_status', 'file_missing'],
  command: requestChange,
  input: ({ params, body }) => ({ ...body, document: params.uid }),
  answer: async ({ request }, call) => ({
    data: (await requestAnswer(request, call)).data,
    uid: request,
    location: `/api/changerequests/${request}`,
  }),
});

export const getRequests = reads({
  method: 'GET',
  path: '/api/changerequests',
  operation: 'listChangeRequests',
  tag,
  summary: 'The change requests of your documents; of all documents for admins',
  list: true,
  query: z.object({ show: z.enum(requestViews).optional().describe('`waiting`, unless given: nobody decided them.') }),
  data: z.array(changeRequest),
  asks: listRequests,
  input: ({ query }) => ({ show: query.show, page: everyRow }),
  answer: ({ requests }, { page }) => {
    const { data, next } = partOf(requests, page, ({ uid }) => uid);
    return { data: data.map(toChangeRequest), next };
  },
});

export const getOneRequest = reads({
  method: 'GET',
  path: '/api/changerequests/{uid}',
  operation: 'getChangeRequest',
  tag,
  summary: 'A change request',
  params: byUid,
  data: changeRequest,
  versioned: true,
  asks: getRequest,
  input: ({ params }) => ({ request: params.uid }),
  answer: ({ streamVersion, ...row }) => ({ data: toChangeRequest(row), version: streamVersion }),
});

export const putRequest = runs({
  method: 'PUT',
  path: '/api/changerequests/{uid}',
  operation: 'decideChangeRequest',
  tag,
  summary: 'Accept or decline a change request',
  description:
    'For the owner of its document and admins. A declined request needs a reason. What was accepted can be declined ' +
    'until a version carries it out.',
  params: byUid,
  body: z.object({ decision: z.enum(['accept', 'decline']), reason: reasonText.nullish() }),
  data: changeRequest,
  versioned: true,
  refusals: ['not_allowed', 'request_decided', 'document_not_in_status'],
  command: decideRequest,
  input: ({ params, body, expectedVersion }) => ({
    decision: body.decision,
    reason: body.reason ?? '',
    request: params.uid,
    expectedVersion,
  }),
  answer: ({ request }, call) => requestAnswer(request, call),
});

import { requestChange } from '#app/documents/commands/change-requests/request.ts';
import { makeComment } from '#app/documents/commands/comment.ts';
import { ours, theirs, type Chosen } from '#tests/http/chosen.ts';
import type { Site } from '#tests/http/site.ts';
import { get, type Sent } from '../client.ts';
import { badBodies, noToken, notThere, type Case, type Row } from '../matrix.ts';

let request = '';
let comment = '';
const requestUid = () => request;
const commentUid = () => comment;
const effective: Chosen<string> = (site) => site.ours.documents.effective;
const inReview: Chosen<string> = (site) => site.ours.documents.underRevision;

/** A request of the employee on the document in force, and a comment of the approver on the one in review. */
export async function makeChangesForRows({ ours: { world, employee, approver, documents } }: Site): Promise<void> {
  const asked = { document: documents.effective, version: '1.0', page: 1, text: 'Two days are too few.' };
  ({ request } = await world.act(employee, requestChange, asked as never));
  const said = { document: documents.underRevision, version: '2.0', page: 1, text: 'Wrong form.', mustFix: true };
  ({ comment } = await world.act(approver, makeComment, said as never));
}

type About = (site: Site, uid: string) => Sent;
const ofDocument: About = (_, uid) => get(`/api/docs/${uid}/changerequests`);
const ask: About = (_, uid) => ({
  method: 'POST',
  path: `/api/docs/${uid}/changerequests`,
  body: { version: '1.0', text: 'Say who is asked.', page: 1, urgency: 'urgent' },
});
const one: About = (_, uid) => get(`/api/changerequests/${uid}`);
const decideAs =
  (decision: string, reason: string | null): About =>
  (_, uid) => ({
    method: 'PUT',
    path: `/api/changerequests/${uid}`,
    body: { decision, reason },
  });
const decide = decideAs('decline', 'Agreed so.');
const comments: About = (_, uid) => get(`/api/docs/${uid}/comments?version=2.0`);
const say: About = (_, uid) => ({
  method: 'POST',
  path: `/api/docs/${uid}/comments`,
  body: { version: '2.0', page: 1, text: 'Which form?', area: { x: 10, y: 20, width: 300, height: 40 } },
});
const thread: About = (_, uid) => get(`/api/comments/${uid}`);
const answer: About = (_, uid) => ({
  method: 'POST',
  path: `/api/comments/${uid}/answers`,
  body: { text: 'The new.' },
});
const resolve: About = (_, uid) => ({ method: 'PUT', path: `/api/comments/${uid}/resolve`, body: { how: 'Checked.' } });

const sent =
  (send: About, uid: Chosen<string>, body: object): Chosen<Sent> =>
  (site) => {
    const whole = send(site, uid(site));
    return { ...whole, body: { ...(whole.body as object), ...body } };
  };
const refused = (send: About, uid: Chosen<string>, by = ours('author')): Case[] => [
  noToken((site) => send(site, uid(site))),
  ...notThere(by, theirs('author'), send, uid),
];
const wrongRole = (send: About, uid: Chosen<string>): Case => ({
  kind: 'wrong role',
  by: ours('employee'),
  send: (site) => send(site, uid(site)),
  status: 403,
  refusal: 'not_allowed',
});
const success = (send: About, uid: Chosen<string>, holds: object, status = 200, by = ours('author')): Case => ({
  kind: 'success',
  by,
  send: (site) => send(site, uid(site)),
  status,
  holds: () => holds,
});
const reading = { conflict: 'Reading conflicts with nothing.' };
const everybody = { 'wrong role': 'It is for everybody.' };
const noBody = { invalid: 'It has no body and no query.' };

export const changeRows: readonly Row[] = [
  {
    operation: 'listChangeRequestsOfDocument',
    cases: [
      ...refused(ofDocument, effective, ours('employee')),
      {
        kind: 'invalid',
        by: ours('employee'),
        send: (site) => get(`/api/docs/${effective(site)}/changerequests?limit=0`),
        status: 422,
        fields: ['limit'],
      },
      {
        kind: 'success',
        by: ours('employee'),
        send: (site) => ofDocument(site, effective(site)),
        status: 200,
        holds: () => [{ text: 'Two days are too few.', status: 'OPEN' }],
      },
    ],
    without: { ...reading, ...everybody },
  },
  {
    operation: 'requestChange',
    cases: [
      ...refused(ask, effective, ours('employee')),
      ...badBodies(ours('employee'), (site) => ask(site, effective(site))),
      {
        kind: 'invalid',
        by: ours('employee'),
        send: sent(ask, effective, { text: '', page: 999 }),
        status: 422,
        fields: ['text'],
      },
      {
        kind: 'conflict',
        by: ours('author'),
        send: (site) => ask(site, site.ours.documents.retired),
        status: 409,
        refusal: 'document_not_in_status',
      },
      success(ask, effective, { text: 'Say who is asked.', urgency: 'urgent', status: 'OPEN' }, 201, ours('employee')),
    ],
    without: everybody,
  },
  {
    operation: 'listChangeRequests',
    cases: [
      noToken(() => get('/api/changerequests')),
      {
        kind: 'wrong role',
        by: ours('employee'),
        send: () => get('/api/changerequests'),
        status: 403,
        refusal: 'not_allowed',
      },
      {
        kind: 'invalid',
        by: ours('author'),
        send: () => get('/api/changerequests?show=some'),
        status: 422,
        fields: ['show'],
      },
      { kind: 'success', by: ours('author'), send: () => get('/api/changerequests?limit=1'), status: 200 },
      {
        kind: 'success',
        about: 'of the others',
        by: theirs('author'),
        send: () => get('/api/changerequests'),
        status: 200,
        holds: () => [],
      },
    ],
    without: { ...reading, 'other organisation': 'It names nothing.', malformed: 'It has no body and no uid.' },
  },
  {
    operation: 'getChangeRequest',
    cases: [
      ...refused(one, requestUid, ours('employee')),
      success(one, requestUid, { text: 'Two days are too few.', page: 1 }, 200, ours('employee')),
    ],
    without: { ...reading, ...everybody, ...noBody },
  },
  {
    operation: 'decideChangeRequest',
    cases: [
      ...refused(decide, requestUid),
      ...badBodies(ours('author'), (site) => decide(site, requestUid())),
      wrongRole(decide, requestUid),
      {
        kind: 'invalid',
        by: ours('author'),
        send: sent(decide, requestUid, { reason: '' }),
        status: 422,
        fields: ['reason'],
      },
      success(decide, requestUid, { status: 'DECLINED', reason: 'Agreed so.' }),
      {
        kind: 'conflict',
        by: ours('admin'),
        send: (site) => decideAs('accept', null)(site, requestUid()),
        status: 409,
        refusal: 'request_decided',
      },
    ],
  },
  {
    operation: 'listComments',
    cases: [
      ...refused(comments, inReview),
      wrongRole(comments, inReview),
      {
        kind: 'invalid',
        by: ours('author'),
        send: (site) => get(`/api/docs/${inReview(site)}/comments`),
        status: 422,
        fields: ['version'],
      },
      {
        kind: 'success',
        by: ours('author'),
        send: (site) => comments(site, inReview(site)),
        status: 200,
        holds: () => [{ text: 'Wrong form.', mustFix: true, resolvedDate: null }],
      },
    ],
    without: reading,
  },
  {
    operation: 'makeComment',
    cases: [
      ...refused(say, inReview),
      ...badBodies(ours('author'), (site) => say(site, inReview(site))),
      wrongRole(say, inReview),
      { kind: 'invalid', by: ours('author'), send: sent(say, inReview, { text: '' }), status: 422, fields: ['text'] },
      {
        kind: 'conflict',
        by: ours('author'),
        send: sent(say, effective, { version: '1.0' }),
        status: 409,
        refusal: 'review_ended',
      },
      success(say, inReview, { text: 'Which form?', area: { x: 10, y: 20, width: 300, height: 40 } }, 201),
    ],
  },
  {
    operation: 'getComment',
    cases: [
      ...refused(thread, commentUid),
      wrongRole(thread, commentUid),
      success(thread, commentUid, { text: 'Wrong form.', answers: [] }),
    ],
    without: { ...reading, ...noBody },
  },
  {
    operation: 'answerComment',
    cases: [
      ...refused(answer, commentUid),
      ...badBodies(ours('author'), (site) => answer(site, commentUid())),
      wrongRole(answer, commentUid),
      {
        kind: 'invalid',
        by: ours('author'),
        send: sent(answer, commentUid, { text: '' }),
        status: 422,
        fields: ['text'],
      },
      success(answer, commentUid, { answers: [{ text: 'The new.' }] }),
    ],
    without: { conflict: 'Shown by resolveComment.' },
  },
  {
    operation: 'resolveComment',
    cases: [
      ...refused(resolve, commentUid),
      ...badBodies(ours('author'), (site) => resolve(site, commentUid())),
      wrongRole(resolve, commentUid),
      {
        kind: 'invalid',
        by: ours('author'),
        send: sent(resolve, commentUid, { how: '' }),
        status: 422,
        fields: ['how'],
      },
      success(resolve, commentUid, { how: 'Checked.' }),
      {
        kind: 'conflict',
        by: ours('approver'),
        send: (site) => resolve(site, commentUid()),
        status: 409,
        refusal: 'comment_resolved',
      },
    ],
  },
];

import { requestChange } from '#app/documents/commands/change-requests/request.ts';
import { makeComment } from '#app/documents/commands/comment.ts';
import { ours, theirs } from '../chosen.ts';
import { noUid, pageCases, post, postRefusals, type Row } from '../matrix.ts';
import type { Form, Site } from '../site.ts';
import { at, authors, everybody, noPost, uidOf } from './documents/shared.ts';

let request = '';
let comment = '';

/** A request of the employee on the document in force, and a comment of the approver on the one in review. */
export async function makeChanges({ ours: { world, employee, approver, documents } }: Site): Promise<void> {
  const asked = { document: documents.effective, version: '1.0', page: 1, text: 'Two days are too few.' };
  ({ request } = await world.act(employee, requestChange, asked as never));
  const said = { document: documents.underRevision, version: '2.0', page: 1, text: 'Wrong form.', mustFix: true };
  ({ comment } = await world.act(approver, makeComment, said as never));
}

const list = '/dashboard/requests';
const one = `${list}/:uid`;
const asking = '/dashboard/docs/:uid/versions/:version/request';
const reading = '/dashboard/docs/:uid/versions/:version';
const thread = '/dashboard/comments/:uid';
const ask: Form = { text: 'Say who is asked.', page: '1', urgency: 'urgent' };
const said: Form = { page: '1', words: 'the form', text: 'Which form?', area: '10,20,300,40' };
const askPath = (site: Site) => at(asking, 'effective')(site).replace(':version', '1.0');
const readPath = (site: Site) => at(reading, 'underRevision')(site).replace(':version', '2.0');

export const changeRows: Row[] = [
  {
    route: asking,
    cases: [
      ...pageCases({
        route: asking,
        by: ours('employee'),
        uid: uidOf('effective'),
        rest: (path) => path.replace(':version', '1.0'),
        says: 'Request a change',
      }),
      ...postRefusals({ path: askPath, by: ours('employee'), stranger: theirs('admin'), form: () => ask }),
      post(askPath, {
        kind: 'invalid',
        by: ours('employee'),
        form: () => ({ ...ask, text: '', page: '999' }),
        status: 422,
        says: 'This field is required.',
      }),
      post((site) => at(asking, 'retired')(site).replace(':version', '1.0'), {
        kind: 'conflict',
        about: 'a retired document',
        by: ours('author'),
        form: () => ask,
        status: 409,
      }),
      post(askPath, {
        kind: 'success',
        about: 'form',
        by: ours('employee'),
        form: () => ask,
        status: 303,
        location: /^\/dashboard\/requests\/[0-9a-f-]{36}$/,
      }),
    ],
    without: everybody,
  },
  {
    route: '/dashboard/docs/:uid/requests',
    cases: pageCases({
      route: '/dashboard/docs/:uid/requests',
      by: ours('employee'),
      uid: uidOf('effective'),
      says: 'Two days are too few.',
    }),
    without: { ...noPost, ...everybody },
  },
  { route: list, cases: pageCases({ route: list, ...authors, says: 'To decide' }), without: { ...noUid, ...noPost } },
  {
    route: one,
    cases: [
      ...pageCases({ route: one, by: ours('employee'), uid: () => request, says: 'Two days are too few.' }),
      ...postRefusals({
        path: () => `${list}/${request}`,
        ...authors,
        stranger: theirs('admin'),
        form: () => ({ decision: 'decline', reason: 'Agreed so.' }),
      }),
      post(() => `${list}/${request}`, {
        kind: 'invalid',
        by: ours('author'),
        form: () => ({ decision: 'decline', reason: '' }),
        status: 422,
        says: 'This field is required.',
      }),
      post(() => `${list}/${request}`, {
        kind: 'success',
        about: 'form',
        by: ours('author'),
        form: () => ({ decision: 'decline', reason: 'Agreed so.' }),
        status: 303,
        location: at('/dashboard/docs/:uid/requests', 'effective'),
      }),
      post(() => `${list}/${request}`, {
        kind: 'conflict',
        by: ours('admin'),
        form: () => ({ decision: 'accept', reason: '' }),
        status: 409,
        says: 'declined already',
      }),
    ],
  },
  {
    route: `${one}/attachment`,
    cases: [...pageCases({ route: `${one}/attachment`, by: ours('employee'), uid: () => request, status: 404 })],
    without: { ...noPost, ...everybody },
  },
  {
    route: thread,
    cases: [
      ...pageCases({ route: thread, ...authors, uid: () => comment, says: 'Wrong form.' }),
      ...postRefusals({
        path: () => `/dashboard/comments/${comment}`,
        ...authors,
        stranger: theirs('admin'),
        form: () => ({ act: 'answer', text: 'It is the new one.' }),
      }),
      post(() => `/dashboard/comments/${comment}`, {
        kind: 'invalid',
        by: ours('author'),
        form: () => ({ act: 'resolve', text: '' }),
        status: 422,
      }),
      post(() => `/dashboard/comments/${comment}`, {
        kind: 'success',
        about: 'form',
        by: ours('author'),
        form: () => ({ act: 'resolve', text: 'The new one.' }),
        status: 303,
        location: (site) => `${readPath(site)}?page=1`,
      }),
      post(() => `/dashboard/comments/${comment}`, {
        kind: 'conflict',
        by: ours('approver'),
        form: () => ({ act: 'answer', text: 'Fine.' }),
        status: 409,
        says: 'resolved this comment already',
      }),
    ],
  },
];

/** The posts of the page that reads a version. */
export const commentPosts: Row['cases'] = [
  ...postRefusals({ path: readPath, ...authors, stranger: theirs('admin'), form: () => said }),
  post(readPath, { kind: 'invalid', by: ours('author'), form: () => ({ ...said, page: '' }), status: 422 }),
  post(readPath, {
    kind: 'success',
    about: 'form',
    by: ours('approver'),
    form: () => said,
    status: 303,
    location: (site) => `${readPath(site)}?page=1`,
  }),
  post((site) => at(reading, 'effective')(site).replace(':version', '1.0'), {
    kind: 'conflict',
    about: 'a review that ended',
    by: ours('author'),
    form: () => said,
    status: 409,
    says: 'is not in review',
  }),
];

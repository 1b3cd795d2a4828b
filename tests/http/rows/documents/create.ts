import { ours, theirs } from '../../chosen.ts';
import { get, post, noUid, pageCases, postRefusals, type Case, type Row } from '../../matrix.ts';
import type { Form, Site } from '../../site.ts';
import { noPost, authors } from './shared.ts';

/** A title, and what is wrong with it. */
const titles: [string, string | null][] = [
  ['', 'Must enter a valid document name.'],
  ['_x', 'Name must not start with a special character.'],
  ['  Deviation Handling ', 'Document name is already in use.'],
];

const titleRoute = '/dashboard/docs/create/title';
const draft = (site: Site): Form => ({
  name: `Procedure ${Math.random().toString(36).slice(2, 8)}`,
  type: 'SOP',
  functionalArea: 'QA',
  docNum: String(100 + Math.floor(Math.random() * 899)),
  version: '1.0',
  approvers: [site.ours.admin.uid],
  intent: 'draft',
});

/** The route of the next version of a document. */
const ofNext = (kind: Case['kind'], by: Case['by'], status: number): Case =>
  get((site) => `/dashboard/docs/create/route?kind=minor&document=${site.ours.documents.retired}`, {
    kind,
    about: 'of a revision',
    by,
    status,
    ...(status === 200 && { type: 'application/json', says: '{"route":null}' }),
  });

export const createRows: Row[] = [
  {
    route: '/dashboard/docs/create',
    cases: [
      ...pageCases({ route: '/dashboard/docs/create', ...authors }),
      ...postRefusals({ path: () => '/dashboard/docs/create', ...authors, form: draft }),
      post(() => '/dashboard/docs/create', {
        kind: 'invalid',
        by: ours('author'),
        form: (site) => ({ ...draft(site), name: '' }),
        status: 422,
      }),
      post(() => '/dashboard/docs/create', {
        kind: 'invalid',
        about: 'an area with a NUL character',
        by: ours('author'),
        form: (site) => ({ ...draft(site), functionalArea: 'QA\0' }),
        status: 422,
        says: 'Functional area: Invalid Input.',
      }),
      post(() => '/dashboard/docs/create', {
        kind: 'invalid',
        about: 'values that no form of the product sends',
        by: ours('author'),
        form: (site) => ({ ...draft(site), document: 'none' }),
        status: 422,
        says: 'Document: Invalid Input.',
      }),
      ...['Document name is already in use.', 'Document with matching Type and ID already exists.'].map((says) =>
        post(() => '/dashboard/docs/create', {
          kind: 'invalid',
          about: `without files, with an error: ${says}`,
          by: ours('author'),
          form: (site) => ({ ...draft(site), name: ' Deviation  Handling', docNum: '003', send: 'on' }),
          status: 422,
          says,
        }),
      ),
      post(() => '/dashboard/docs/create', {
        kind: 'conflict',
        by: ours('author'),
        form: (site) => ({ ...draft(site), name: 'Deviation Handling' }),
        status: 409,
        says: 'Document name is already in use.',
      }),
      post(() => '/dashboard/docs/create', {
        kind: 'success',
        about: 'form',
        by: ours('author'),
        form: draft,
        status: 303,
      }),
    ],
    without: noUid,
  },
  {
    route: '/dashboard/docs/create/check-title',
    cases: [
      ...pageCases({
        route: '/dashboard/docs/create/check-title',
        ...authors,
        rest: (path) => `${path}?name=Something%20new`,
        type: 'application/json',
        says: '{"problem":null}',
      }),
      ...titles.map(([name, problem]): Case => ({
        kind: 'success',
        about: name,
        by: ours('author'),
        method: 'GET',
        path: () => `/dashboard/docs/create/check-title?${new URLSearchParams({ name }).toString()}`,
        status: 200,
        type: 'application/json',
        says: JSON.stringify({ problem }),
      })),
    ],
    without: { ...noUid, ...noPost },
  },
  {
    route: '/dashboard/docs/create/next-number',
    cases: pageCases({
      route: '/dashboard/docs/create/next-number',
      ...authors,
      rest: (path) => `${path}?type=Form&area=QA`,
      type: 'application/json',
      says: '{"docNum":"001-01"}',
    }),
    without: { ...noUid, ...noPost },
  },
  {
    route: '/dashboard/docs/create/route',
    cases: [
      ...pageCases({
        route: '/dashboard/docs/create/route',
        ...authors,
        rest: (path) => `${path}?type=Other&area=QA`,
        type: 'application/json',
        says: '"named":true',
      }),
      ofNext('success', ours('author'), 200),
      ofNext('another organisation', theirs('admin'), 404),
      ofNext('wrong role', ours('approver'), 403),
    ],
    without: { ...noUid, ...noPost },
  },
  {
    route: titleRoute,
    cases: [
      ...pageCases({ route: titleRoute, ...authors }),
      ...postRefusals({ path: () => titleRoute, ...authors, form: () => ({ name: 'Something new' }) }),
      post(() => titleRoute, { kind: 'invalid', by: ours('author'), form: () => ({ name: '' }), status: 422 }),
      post(() => titleRoute, {
        kind: 'invalid',
        about: 'too long',
        by: ours('author'),
        form: () => ({ name: 'x'.repeat(81) }),
        status: 422,
        says: 'Title: Invalid Input. Enter up to 80 characters on one line.',
      }),
      post(() => titleRoute, {
        kind: 'conflict',
        by: ours('author'),
        form: () => ({ name: 'Deviation Handling' }),
        status: 409,
      }),
      post(() => titleRoute, {
        kind: 'success',
        about: 'form',
        by: ours('author'),
        form: () => ({ name: 'Something new' }),
        status: 303,
      }),
    ],
    without: noUid,
  },
];

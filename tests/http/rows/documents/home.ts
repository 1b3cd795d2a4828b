import { ours } from '../../chosen.ts';
import { post, noUid, pageCases, postRefusals, type Case, type Row } from '../../matrix.ts';
import type { Form } from '../../site.ts';
import { noPost, everybody, authors } from './shared.ts';

const back = '/dashboard?tab=manage';
const view: Form = { act: 'save', name: 'Quality', returnTo: '/dashboard?tab=manage&area=QA' };
const beginUpload: Form = { act: 'begin', kind: 'final', filename: 'Procedure.pdf', size: '1024' };

const admins = { by: ours('admin'), not: ours('author') };

export const homeRows: Row[] = [
  {
    route: '/dashboard',
    cases: [
      ...pageCases({ route: '/dashboard', by: ours('employee') }),
      ...(['training', 'effective', 'manage'] as const).map((tab): Case => ({
        kind: 'success',
        about: tab,
        by: ours('author'),
        method: 'GET',
        path: () => `/dashboard?tab=${tab}`,
        status: 200,
      })),
    ],
    without: { ...noUid, ...everybody, ...noPost },
  },
  {
    route: '/dashboard/set-up',
    cases: [
      ...pageCases({ route: '/dashboard/set-up', ...admins, status: 302, location: () => '/dashboard' }),
      ...postRefusals({ path: () => '/dashboard/set-up', ...admins, form: () => ({}) }),
      post(() => '/dashboard/set-up', {
        kind: 'success',
        about: 'form',
        by: admins.by,
        form: () => ({}),
        status: 303,
        location: () => '/dashboard',
      }),
    ],
    without: { ...noUid, invalid: 'It has no values.', conflict: 'Hidden twice is hidden.' },
  },
  {
    route: '/dashboard/views',
    cases: [
      ...pageCases({ route: '/dashboard/views', ...authors, status: 302, location: () => back }),
      ...postRefusals({ path: () => '/dashboard/views', ...authors, form: () => view }),
      post(() => '/dashboard/views', {
        kind: 'invalid',
        about: 'without a name',
        by: ours('author'),
        form: () => ({ ...view, name: ' ' }),
        status: 303,
        location: () => view.returnTo as string,
      }),
      post(() => '/dashboard/views', {
        kind: 'success',
        by: ours('author'),
        form: () => view,
        status: 303,
        location: () => view.returnTo as string,
      }),
    ],
    without: { ...noUid, conflict: 'a view of the same name is replaced' },
  },
  {
    route: '/dashboard/uploads',
    cases: [
      ...postRefusals({ path: () => '/dashboard/uploads', ...authors, form: () => beginUpload }),
      post(() => '/dashboard/uploads', {
        kind: 'invalid',
        by: ours('author'),
        form: () => ({ act: 'no' }),
        status: 400,
        type: 'application/problem+json',
      }),
      post(() => '/dashboard/uploads', {
        kind: 'conflict',
        about: 'a key of another organisation',
        by: ours('author'),
        form: (site) => ({ act: 'complete', objectKey: `${site.theirs.world.org}/no/such/key` }),
        status: 404,
        type: 'application/problem+json',
      }),
      post(() => '/dashboard/uploads', {
        kind: 'success',
        by: ours('author'),
        about: 'an address that holds wherever the page is open, also at another name of the server',
        form: () => beginUpload,
        status: 200,
        type: 'application/json',
        says: '"presigned":"/files/put?',
      }),
    ],
    without: noUid,
  },
];

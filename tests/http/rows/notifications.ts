import { nobody, ours } from '../chosen.ts';
import { get, noUid, pageCases, post, postRefusals, type Row } from '../matrix.ts';

const everybody = { 'wrong role': 'It is for everybody.' };

/** What is stored for a person beside the ledger: notifications and unfinished forms. */
export const notificationRows: Row[] = [
  {
    route: '/dashboard/notifications',
    cases: pageCases({ route: '/dashboard/notifications', by: ours('author'), says: 'Notifications' }),
    without: { ...noUid, ...everybody, invalid: 'It has no form.', conflict: 'It has no form.' },
  },
  {
    route: '/dashboard/notifications/emails',
    cases: [
      ...pageCases({ route: '/dashboard/notifications/emails', by: ours('employee') }),
      ...postRefusals({
        path: () => '/dashboard/notifications/emails',
        by: ours('employee'),
        form: () => ({ emails: 'daily' }),
      }),
      post(() => '/dashboard/notifications/emails', {
        kind: 'invalid',
        by: ours('employee'),
        form: () => ({ emails: 'never' }),
        status: 422,
      }),
      post(() => '/dashboard/notifications/emails', {
        kind: 'success',
        about: 'form',
        by: ours('employee'),
        form: () => ({ emails: 'daily' }),
        status: 303,
        location: () => '/dashboard/notifications/emails',
      }),
    ],
    without: { ...noUid, ...everybody, conflict: 'The latest choice counts.' },
  },
  {
    route: '/dashboard/saved-forms',
    cases: [
      get(() => '/dashboard/saved-forms', { kind: 'anonymous', by: nobody, status: 302 }),
      post(() => '/dashboard/saved-forms', {
        kind: 'anonymous',
        about: 'a visitor',
        by: nobody,
        form: () => ({ keep: 'draft', page: '/dashboard/docs/create' }),
        status: 401,
      }),
      post(() => '/dashboard/saved-forms', {
        kind: 'invalid',
        by: ours('employee'),
        form: (site) => ({ keep: 'draft', page: '/dashboard/docs/create', person: site.ours.admin.uid }),
        status: 422,
      }),
      post(() => '/dashboard/saved-forms', {
        kind: 'success',
        by: ours('author'),
        form: (site) => ({ keep: 'draft', page: '/dashboard/docs/create', person: site.ours.author.uid, name: 'A' }),
        status: 200,
        type: 'application/json',
      }),
      post(() => '/dashboard/saved-forms', {
        kind: 'success',
        about: 'discarded',
        by: ours('author'),
        form: () => ({ keep: 'discard', page: '/dashboard/docs/create' }),
        status: 303,
        location: () => '/dashboard/docs/create',
      }),
    ],
    without: { ...noUid, ...everybody, conflict: 'The latest saved values count.' },
  },
];

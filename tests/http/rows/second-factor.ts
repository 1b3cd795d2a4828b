import { nobody, ours } from '../chosen.ts';
import { get, noUid, pageCases, post, type Row } from '../matrix.ts';
import { forVisitors, visitorPost } from './visitors.ts';

const own = { by: ours('outsider') };
const everybody = { 'wrong role': 'It is for everybody.' };
const needsApp = 'With an authenticator app: tests/browser and tests/sign-in/second-factor.test.ts do this.';
const wrong = { currentPassword: 'not-the-password', code: '000000' };

/** A step of a sign-in, without the sign-in that leads to it. */
const step = (route: string, page: { status: number; says?: string }, invalid: number): Row => ({
  route,
  cases: [
    get(() => route, { kind: 'conflict', about: 'page without a sign-in', by: nobody, ...page }),
    visitorPost(route, 'invalid', 'nothing filled in', () => ({ code: '' }), invalid),
    visitorPost(route, 'conflict', 'form without a sign-in', () => ({ code: '490154' }), 303, { location: () => '/' }),
  ],
  without: { ...noUid, ...forVisitors, success: needsApp },
});

const anonymous = (path: () => string) =>
  post(path, {
    kind: 'anonymous',
    about: 'form',
    by: nobody,
    form: () => wrong,
    status: 302,
    location: /^\/\?redirect=/,
  });

/** A page that changes the app that a person has; without one it leads to the state. */
const withApp = (route: string): Row => ({
  route,
  cases: [
    ...pageCases({ route, ...own, status: 302, location: () => '/second-factor' }),
    anonymous(() => route),
    post(() => route, { kind: 'invalid', ...own, form: () => ({ currentPassword: '' }), status: 302 }),
    post(() => route, { kind: 'conflict', about: 'a wrong password', ...own, form: () => wrong, status: 302 }),
  ],
  without: { ...noUid, ...everybody },
});

export const secondFactorRows: Row[] = [
  step('/sign-in/code', { status: 303 }, 303),
  step('/sign-in/set-up', { status: 200, says: 'This sign-in took too long.' }, 422),
  {
    route: '/second-factor',
    cases: pageCases({ route: '/second-factor', ...own, says: 'Not set up' }),
    without: { ...noUid, ...everybody, invalid: 'It has no form.', conflict: 'It has no form.' },
  },
  {
    route: '/second-factor/set-up',
    cases: [
      ...pageCases({ route: '/second-factor/set-up', ...own, says: 'Secret, if you cannot scan' }),
      anonymous(() => '/second-factor/set-up'),
      post(() => '/second-factor/set-up', { kind: 'invalid', ...own, form: () => ({ code: '' }), status: 422 }),
      post(() => '/second-factor/set-up', {
        kind: 'conflict',
        about: 'a wrong code',
        ...own,
        form: (site) => ({ currentPassword: site.ours.outsider.password, code: '000000' }),
        status: 401,
        says: 'This code is wrong or was used before.',
      }),
    ],
    without: { ...noUid, ...everybody },
  },
  withApp('/second-factor/recovery-codes'),
  withApp('/second-factor/remove'),
];

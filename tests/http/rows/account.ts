import { nobody, ours, theirs } from '../chosen.ts';
import { get, noUid, pageCases, post, postRefusals, type Row } from '../matrix.ts';
import type { Site } from '../site.ts';
import { codePassword, codeRequest, forVisitors, password, visitorPage, visitorPost } from './visitors.ts';

const pageAlone = { invalid: 'It has no form.', conflict: 'It has no form.' };
const everybody = { 'wrong role': 'It is for everybody.' };
const firstStart = 'Only at the first start: the browser tests do this.';

const change = { path: () => '/change', by: ours('outsider') };
const changed = (site: Site, next: string) => ({
  currentPassword: site.ours.outsider.password,
  newPassword: next,
  confirmPassword: next,
});

export const accountRows: Row[] = [
  {
    route: '/',
    cases: [
      visitorPage('/', 'Sign in'),
      visitorPost('/?index', 'invalid', 'nothing filled in', () => ({ email: '', password: '' }), 422),
      visitorPost(
        '/?index',
        'conflict',
        'a wrong password',
        (site) => ({ email: site.theirs.employee.email, password: 'not-the-password' }),
        401,
        { says: 'Your email and password do not match our records.' },
      ),
      visitorPost(
        '/?index&redirect=%2Fdashboard%3Ftab%3Deffective',
        'success',
        'form',
        (site) => ({ email: site.theirs.employee.email, password: site.theirs.employee.password }),
        303,
        { location: () => '/dashboard?tab=effective' },
      ),
      ...['https://evil.example', '//evil.example', '/\\evil.example', '/.//evil.example'].map((target) =>
        visitorPost(
          `/?index&redirect=${encodeURIComponent(target)}`,
          'success',
          `form, with a redirect to another site: ${target}`,
          (site) => ({ email: site.theirs.employee.email, password: site.theirs.employee.password }),
          303,
          { location: () => '/dashboard' },
        ),
      ),
    ],
    without: { ...noUid, ...forVisitors },
  },
  {
    route: '/sign-out',
    cases: [
      post(() => '/sign-out', { kind: 'anonymous', by: nobody, status: 303, location: () => '/' }),
      get(() => '/sign-out', { kind: 'success', by: ours('employee'), status: 302, location: () => '/' }),
    ],
    without: {
      ...noUid,
      ...everybody,
      invalid: 'The form has no fields.',
      conflict: 'Signing out twice has the effect of signing out once.',
    },
  },
  {
    route: '/setup',
    cases: [
      get(() => '/setup', { kind: 'conflict', about: 'page', by: nobody, status: 302, location: () => '/' }),
      visitorPost('/setup', 'conflict', 'form', () => ({ setupCode: 'AAAA-AAAA-AAAA' }), 302, { location: () => '/' }),
    ],
    without: {
      ...noUid,
      ...forVisitors,
      invalid: firstStart,
      success: firstStart,
    },
  },
  {
    route: '/setup/demonstration',
    cases: [
      get(() => '/setup/demonstration', {
        kind: 'conflict',
        about: 'page',
        by: nobody,
        status: 302,
        location: () => '/',
      }),
      visitorPost('/setup/demonstration', 'conflict', 'form', () => ({ setupCode: 'AAAA-AAAA-AAAA' }), 302),
    ],
    without: { ...noUid, ...forVisitors, invalid: firstStart, success: firstStart },
  },
  codeRequest('/forgot', false),
  codePassword('/reset'),
  codeRequest('/expired', false),
  codePassword('/confirm'),
  codePassword('/reconfirm'),
  codeRequest('/request-code', true),
  {
    route: '/change',
    cases: [
      ...pageCases({ route: '/change', by: change.by }),
      {
        kind: 'success',
        about: 'the question, without scripts',
        method: 'GET',
        path: () => '/change?ask=1',
        by: change.by,
        status: 200,
        says: 'Are you sure you would like to change your password?',
      },
      ...postRefusals({ ...change, form: (site) => changed(site, password) }),
      {
        kind: 'invalid',
        about: 'a weak password',
        method: 'POST',
        ...change,
        form: (site) => changed(site, 'password1'),
        status: 422,
      },
      {
        kind: 'conflict',
        about: 'a wrong current password',
        method: 'POST',
        ...change,
        form: (site) => ({ ...changed(site, password), currentPassword: 'something-else-entirely' }),
        status: 401,
        says: 'Your current password has not been entered correctly.',
      },
      {
        kind: 'success',
        about: 'form',
        method: 'POST',
        ...change,
        form: (site) => changed(site, password),
        status: 303,
      },
    ],
    without: { ...noUid, ...everybody },
  },
  {
    route: '/search',
    cases: [
      ...pageCases({ route: '/search', by: ours('employee'), rest: (path) => `${path}?q=batch` }),
      {
        kind: 'another organisation',
        about: 'a person',
        by: theirs('admin'),
        method: 'GET',
        path: (site) => `/search?q=${encodeURIComponent(site.ours.admin.email)}`,
        status: 200,
        says: 'No matches found...',
      },
    ],
    without: { ...noUid, ...everybody, invalid: 'Whatever is typed is looked for.', conflict: 'It changes nothing.' },
  },
  {
    route: '/appearance',
    cases: [
      ...pageCases({ route: '/appearance', by: ours('employee') }),
      ...postRefusals({ path: () => '/appearance', by: ours('employee'), form: () => ({ theme: 'dark' }) }),
      post(() => '/appearance', {
        kind: 'success',
        about: 'form',
        by: ours('employee'),
        form: () => ({ theme: 'dark' }),
        status: 303,
      }),
    ],
    without: {
      ...noUid,
      ...everybody,
      invalid: 'Any value that is no theme selects the theme of the system.',
      conflict: 'It is no record.',
    },
  },
  {
    route: '/sessions/left',
    cases: [
      ...pageCases({ route: '/sessions/left', by: theirs('employee'), type: 'application/json' }).filter(
        ({ kind }) => kind !== 'anonymous',
      ),
      get(() => '/sessions/left', { kind: 'anonymous', by: nobody, status: 401, type: 'application/json' }),
      post(() => '/sessions/left', {
        kind: 'success',
        about: 'Stay signed in',
        by: theirs('employee'),
        form: () => ({}),
        status: 200,
        type: 'application/json',
      }),
      post(() => '/sessions/left', {
        kind: 'anonymous',
        about: 'form',
        by: nobody,
        form: () => ({}),
        status: 401,
        type: 'application/json',
      }),
    ],
    without: {
      ...noUid,
      'wrong role': 'Every role has a session.',
      invalid: 'It takes nothing.',
      conflict: 'It changes nothing that others change.',
    },
  },
  {
    route: '/sessions',
    cases: [
      ...pageCases({ route: '/sessions', by: theirs('employee') }),
      ...postRefusals({ path: () => '/sessions', by: theirs('employee'), form: () => ({}) }),
      post(() => '/sessions', {
        kind: 'invalid',
        about: 'values that no form of the product sends',
        by: theirs('employee'),
        form: () => ({ session: 'no session' }),
        status: 422,
      }),
      post(() => '/sessions', {
        kind: 'invalid',
        about: 'a page that was opened by another person',
        by: theirs('employee'),
        form: (site) => ({ person: site.theirs.author.uid }),
        status: 409,
        says: 'Someone else has signed in with this browser since this page was opened.',
      }),
      post(() => '/sessions', {
        kind: 'success',
        about: 'a session of another person is left alone',
        by: theirs('employee'),
        form: () => ({ session: '0'.repeat(64) }),
        status: 303,
        location: () => '/sessions',
      }),
      post(() => '/sessions', {
        kind: 'success',
        about: 'form',
        by: theirs('employee'),
        form: () => ({}),
        status: 303,
        location: () => '/',
      }),
      get(() => '/sessions', {
        kind: 'success',
        about: 'the session has ended',
        by: theirs('employee'),
        status: 302,
        location: () => '/?redirect=%2Fsessions',
      }),
    ],
    without: { ...noUid, ...everybody, conflict: 'Ending a session twice has the effect of ending it once.' },
  },
  {
    route: '/manual',
    cases: [
      visitorPage('/manual', 'Everybody'),
      get(() => '/manual', { kind: 'success', about: 'signed in', by: ours('employee'), status: 200 }),
    ],
    without: { ...noUid, ...forVisitors, ...pageAlone },
  },
  {
    route: '/support',
    cases: [visitorPage('/support?reference=abc-123', 'abc-123')],
    without: { ...noUid, ...forVisitors, ...pageAlone },
  },
  {
    route: '/api/docs',
    cases: [
      get(() => '/api/docs', { kind: 'anonymous', by: nobody, status: 200, says: 'How to use the API' }),
      get(() => '/api/docs', { kind: 'success', by: ours('employee'), status: 200, says: 'How to use the API' }),
    ],
    without: {
      ...noUid,
      ...everybody,
      invalid: 'It has no form. A POST to this address is an API request that creates a document.',
      conflict: 'It is no record.',
    },
  },
  {
    route: '*',
    cases: [
      get(() => '/nothing/here', { kind: 'anonymous', by: nobody, status: 404 }),
      post(() => '/nothing/here', { kind: 'invalid', by: nobody, form: () => ({}), status: 404 }),
      get(() => '/nothing/here', { kind: 'success', by: ours('admin'), status: 404 }),
    ],
    without: { ...noUid, ...everybody, conflict: 'There is nothing.' },
  },
];

import { nobody, ours, theirs } from '../chosen.ts';
import { pageCases, postRefusals, type Row } from '../matrix.ts';
import type { Site } from '../site.ts';
import { codePassword, codeRequest, forVisitors, noUid, password, visitorPage, visitorPost } from './visitors.ts';

const pageAlone = { invalid: 'It has no form.', conflict: 'It has no form.' };
const everybody = { 'wrong role': 'It is for everybody.' };
const firstStart = 'Only at the first start: shown by the browser journeys.';

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
      ...['https://evil.example', '//evil.example', '/\\evil.example', '/.//evil.example'].map((elsewhere) =>
        visitorPost(
          `/?index&redirect=${encodeURIComponent(elsewhere)}`,
          'success',
          `form, with another site to go to: ${elsewhere}`,
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
      { kind: 'anonymous', by: nobody, method: 'POST', path: () => '/sign-out', status: 303, location: () => '/' },
      {
        kind: 'success',
        by: ours('employee'),
        method: 'GET',
        path: () => '/sign-out',
        status: 302,
        location: () => '/',
      },
    ],
    without: {
      ...noUid,
      ...everybody,
      invalid: 'The form has no fields.',
      conflict: 'Signing out twice is signing out.',
    },
  },
  {
    route: '/setup',
    cases: [
      {
        kind: 'conflict',
        about: 'page',
        by: nobody,
        method: 'GET',
        path: () => '/setup',
        status: 302,
        location: () => '/',
      },
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
      {
        kind: 'conflict',
        about: 'page',
        by: nobody,
        method: 'GET',
        path: () => '/setup/demonstration',
        status: 302,
        location: () => '/',
      },
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
    route: '/appearance',
    cases: [
      ...pageCases({ route: '/appearance', by: ours('employee') }),
      ...postRefusals({ path: () => '/appearance', by: ours('employee'), form: () => ({ theme: 'dark' }) }),
      {
        kind: 'success',
        about: 'form',
        by: ours('employee'),
        method: 'POST',
        path: () => '/appearance',
        form: () => ({ theme: 'dark' }),
        status: 303,
      },
    ],
    without: {
      ...noUid,
      ...everybody,
      invalid: 'Whatever is not a theme is the system’s.',
      conflict: 'It is no record.',
    },
  },
  {
    route: '/sessions',
    cases: [
      ...pageCases({ route: '/sessions', by: theirs('employee') }),
      ...postRefusals({ path: () => '/sessions', by: theirs('employee'), form: () => ({}) }),
      {
        kind: 'invalid',
        by: theirs('employee'),
        method: 'POST',
        path: () => '/sessions',
        form: () => ({ session: 'no session' }),
        status: 422,
      },
      {
        kind: 'invalid',
        about: 'a page that was made for somebody else, told to whoever has signed in since',
        by: theirs('employee'),
        method: 'POST',
        path: () => '/sessions',
        form: (site) => ({ person: site.theirs.author.uid }),
        status: 409,
        says: 'Someone else has signed in with this browser since this page was opened.',
      },
      {
        kind: 'success',
        about: 'a session that is not one of theirs stays as it is',
        by: theirs('employee'),
        method: 'POST',
        path: () => '/sessions',
        form: () => ({ session: '0'.repeat(64) }),
        status: 303,
        location: () => '/sessions',
      },
      {
        kind: 'success',
        about: 'form',
        by: theirs('employee'),
        method: 'POST',
        path: () => '/sessions',
        form: () => ({}),
        status: 303,
        location: () => '/',
      },
      {
        kind: 'success',
        about: 'the session is over',
        by: theirs('employee'),
        method: 'GET',
        path: () => '/sessions',
        status: 302,
        location: () => '/?redirect=%2Fsessions',
      },
    ],
    without: { ...noUid, ...everybody, conflict: 'Ending twice is ending.' },
  },
  {
    route: '/manual',
    cases: [
      visitorPage('/manual', 'Everybody'),
      { kind: 'success', about: 'signed in', by: ours('employee'), method: 'GET', path: () => '/manual', status: 200 },
    ],
    without: { ...noUid, ...forVisitors, ...pageAlone },
  },
  {
    route: '/support',
    cases: [visitorPage('/support?reference=abc-123', 'abc-123')],
    without: { ...noUid, ...forVisitors, ...pageAlone },
  },
  {
    route: '/dashboard/saved-forms',
    cases: [
      { kind: 'anonymous', by: nobody, method: 'GET', path: () => '/dashboard/saved-forms', status: 302 },
      {
        kind: 'anonymous',
        about: 'a stranger',
        by: nobody,
        method: 'POST',
        path: () => '/dashboard/saved-forms',
        form: () => ({ keep: 'draft', page: '/dashboard/docs/create' }),
        status: 401,
      },
      {
        kind: 'invalid',
        by: ours('employee'),
        method: 'POST',
        path: () => '/dashboard/saved-forms',
        form: (site) => ({ keep: 'draft', page: '/dashboard/docs/create', person: site.ours.admin.uid }),
        status: 422,
      },
      {
        kind: 'success',
        by: ours('author'),
        method: 'POST',
        path: () => '/dashboard/saved-forms',
        form: (site) => ({ keep: 'draft', page: '/dashboard/docs/create', person: site.ours.author.uid, name: 'A' }),
        status: 200,
        type: 'application/json',
      },
      {
        kind: 'success',
        about: 'discarded',
        by: ours('author'),
        method: 'POST',
        path: () => '/dashboard/saved-forms',
        form: () => ({ keep: 'discard', page: '/dashboard/docs/create' }),
        status: 303,
        location: () => '/dashboard/docs/create',
      },
    ],
    without: { ...noUid, ...everybody, conflict: 'The latest that was typed counts.' },
  },
  {
    route: '/api/docs',
    cases: [
      {
        kind: 'anonymous',
        by: nobody,
        method: 'GET',
        path: () => '/api/docs',
        status: 200,
        says: 'How to use the API',
      },
      {
        kind: 'success',
        by: ours('employee'),
        method: 'GET',
        path: () => '/api/docs',
        status: 200,
        says: 'How to use the API',
      },
    ],
    without: {
      ...noUid,
      ...everybody,
      invalid: 'It takes nothing. A POST to this address is a call: it creates a document.',
      conflict: 'It is no record.',
    },
  },
  {
    route: '*',
    cases: [
      { kind: 'anonymous', by: nobody, method: 'GET', path: () => '/nothing/here', status: 404 },
      { kind: 'invalid', by: nobody, method: 'POST', path: () => '/nothing/here', form: () => ({}), status: 404 },
      { kind: 'success', by: ours('admin'), method: 'GET', path: () => '/nothing/here', status: 404 },
    ],
    without: { ...noUid, ...everybody, conflict: 'There is nothing.' },
  },
];

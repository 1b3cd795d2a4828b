import { nobody, ours, theirs, type Chosen } from '../chosen.ts';
import { get, noUid, pageCases, post, postRefusals, type Case, type Row } from '../matrix.ts';
import type { Form } from '../site.ts';
import { visitorPage, visitorPost, forVisitors } from './visitors.ts';

const admins = { by: ours('admin'), not: ours('author') };

/** A page about a person's account, with a form. */
function about(
  act: string,
  which: 'invited' | 'outsider',
  form: Form,
  cases: (path: Chosen<string>) => Case[],
  without?: Row['without'],
): Row {
  const route = `/dashboard/users/:uid/${act}`;
  const path: Chosen<string> = (site) => route.replace(':uid', site.ours[which].uid);
  return {
    route,
    cases: [
      ...pageCases({ route, ...admins, uid: (site) => site.ours[which].uid }),
      ...postRefusals({ path, ...admins, stranger: (site) => site.theirs.admin, form: () => form }),
      ...cases(path),
    ],
    ...(without && { without }),
  };
}

const tooLong = () => ({ reason: 'x'.repeat(1001) });
const bulk = '/dashboard/users/bulk';
/** The address of an act for the outsider and the invited person. */
const selected =
  (act: string): Chosen<string> =>
  ({ ours: { outsider, invited } }) =>
    `${bulk}?act=${act}&member=${outsider.uid}&member=${invited.uid}`;
const inQuality: Chosen<Form> = ({ ours: { world } }) => ({ departments: world.uidsOf(['Quality']) });
const confirm = '/confirm-email';
const again = '/dashboard/emails/send-again';

export const accessRows: Row[] = [
  about('unlock', 'outsider', {}, (path) => [
    post(path, { kind: 'invalid', about: 'a reason that is too long', by: admins.by, form: tooLong, status: 422 }),
    post(path, {
      kind: 'conflict',
      about: 'an account that is not locked',
      by: admins.by,
      form: () => ({ reason: 'Called in.' }),
      status: 409,
      says: 'This account is not locked.',
    }),
  ]),
  about(
    'resend-invitation',
    'invited',
    {},
    (path) => [
      post((site) => path(site).replace(site.ours.invited.uid, site.ours.employee.uid), {
        kind: 'conflict',
        about: 'somebody active',
        by: admins.by,
        form: () => ({}),
        status: 409,
        says: 'Only an invited person has an invitation.',
      }),
      post(path, { kind: 'success', about: 'form', by: admins.by, form: () => ({}), status: 303 }),
    ],
    { invalid: 'The form has no fields.' },
  ),
  about('email', 'outsider', { email: 'another@northmere.example' }, (path) => [
    post(path, { kind: 'invalid', by: admins.by, form: () => ({ email: 'another@northmere' }), status: 422 }),
    post(path, {
      kind: 'conflict',
      about: 'an address of another organisation',
      by: admins.by,
      form: (site) => ({ email: site.theirs.employee.email }),
      status: 409,
    }),
    post(path, {
      kind: 'success',
      about: 'form',
      by: admins.by,
      form: () => ({ email: 'another@northmere.example', reason: 'Married.' }),
      status: 303,
    }),
  ]),
  about('email/cancel', 'outsider', {}, (path) => [
    post(path, { kind: 'invalid', about: 'a reason that is too long', by: admins.by, form: tooLong, status: 422 }),
    post(path, {
      kind: 'success',
      about: 'form',
      by: admins.by,
      form: () => ({ reason: 'A typing error.' }),
      status: 303,
    }),
    post(path, {
      kind: 'conflict',
      about: 'it is cancelled already',
      by: admins.by,
      form: () => ({ reason: 'A typing error.' }),
      status: 409,
      says: 'No other address waits to be confirmed.',
    }),
  ]),
  about(
    'second-factor',
    'outsider',
    {},
    (path) => [
      post(path, { kind: 'invalid', about: 'a reason that is too long', by: admins.by, form: tooLong, status: 422 }),
      post(path, { kind: 'success', about: 'form', by: admins.by, form: () => ({}), status: 303 }),
    ],
    { conflict: 'A person without a second factor stays so.' },
  ),
  about(
    'directory',
    'outsider',
    { reason: 'Another account.' },
    (path) => [
      post(path, { kind: 'invalid', by: admins.by, form: () => ({ reason: '' }), status: 422 }),
      post(path, {
        kind: 'success',
        about: 'form',
        by: admins.by,
        form: () => ({ reason: 'Another account.' }),
        status: 303,
      }),
    ],
    { conflict: 'A person without a linked account stays so.' },
  ),
  about(
    'sessions',
    'invited',
    {},
    (path) => [
      post(path, { kind: 'invalid', about: 'a reason that is too long', by: admins.by, form: tooLong, status: 422 }),
      post(path, { kind: 'success', about: 'form', by: admins.by, form: () => ({}), status: 303 }),
    ],
    { conflict: 'A person without sessions stays so.' },
  ),
  {
    route: bulk,
    cases: [
      ...pageCases({ route: bulk, ...admins, rest: (_, site) => selected('remind')(site), says: 'Skipped: ' }),
      ...postRefusals({ path: selected('departments'), ...admins, form: inQuality }),
      get(selected('remind'), {
        kind: 'another organisation',
        by: theirs('admin'),
        status: 302,
        location: () => '/dashboard/users',
      }),
      get(() => `${bulk}?act=delete`, { kind: 'unknown uid', about: 'no such act', by: admins.by, status: 404 }),
      get(() => `${bulk}?act=resend&member=me`, { kind: 'malformed uid', by: admins.by, status: 302 }),
      post(selected('departments'), {
        kind: 'invalid',
        by: admins.by,
        form: () => ({}),
        status: 422,
        says: 'Add to: This field is required.',
      }),
      post(selected('departments'), {
        kind: 'invalid',
        about: 'a department of another organisation',
        by: admins.by,
        form: ({ theirs: { world } }) => ({ departments: world.uidsOf(['Quality']) }),
        status: 422,
      }),
      post(selected('resend'), { kind: 'success', about: 'form', by: admins.by, form: () => ({}), status: 303 }),
    ],
    without: { conflict: 'Whom an act is refused for is left out, and the answer says why.' },
  },
  {
    route: again,
    cases: [
      { kind: 'anonymous', by: nobody, method: 'GET', path: () => again, status: 302, location: /^\/\?redirect=/ },
      post(() => again, { kind: 'invalid', by: admins.by, form: () => ({ key: '', returnTo: '' }), status: 303 }),
      post(() => again, {
        kind: 'conflict',
        about: 'no such email',
        by: admins.by,
        form: () => ({ key: '1/approval-wanted/nobody', returnTo: '/dashboard/users' }),
        status: 303,
        location: () => '/dashboard/users',
      }),
      post(() => again, {
        kind: 'anonymous',
        about: 'form',
        by: nobody,
        form: () => ({ key: '1/approval-wanted/nobody', returnTo: '/dashboard/users' }),
        status: 302,
        location: /^\/\?redirect=/,
      }),
      {
        kind: 'success',
        about: 'a page without a page of its own',
        by: admins.by,
        method: 'GET',
        path: () => again,
        status: 302,
        location: () => '/dashboard',
      },
    ],
    without: { ...noUid, 'wrong role': 'tests/kit/refused-emails.test.ts: an owner may, for the own document.' },
  },
  {
    route: confirm,
    cases: [
      visitorPage(confirm),
      visitorPost(confirm, 'invalid', 'nothing filled in', () => ({ email: '', code: '' }), 422),
      visitorPost(
        confirm,
        'conflict',
        'a wrong code',
        (site) => ({ email: site.ours.outsider.email, code: '000000' }),
        401,
        { says: 'Invalid verification code provided.' },
      ),
    ],
    without: { ...noUid, ...forVisitors },
  },
];

import { ours } from '../chosen.ts';
import { get, noUid, pageCases, post, postRefusals, type Row } from '../matrix.ts';
import type { Site } from '../site.ts';

const admins = { by: ours('admin'), not: ours('author') };
const fresh = (name: string) => `${name} ${Math.random().toString(36).slice(2, 8)}`;
const noPost = { invalid: 'It takes no form.', conflict: 'It changes nothing.' };
const quality = (site: Site) => site.ours.world.uidsOf(['Quality'])[0]!;
const invitation = (site: Site) => ({
  email: `${Math.random().toString(36).slice(2)}@northmere.example`,
  firstName: 'Luca',
  lastName: 'Ferrante',
  role: 'EMPLOYEE',
  departments: [quality(site)],
});

const create = (route: string, name: () => string, taken: string): Row => {
  const path = () => route;
  const posted = { path, ...admins, form: () => ({ name: name() }) };
  const sent = { by: admins.by, method: 'POST' as const, path };
  return {
    route,
    cases: [
      ...pageCases({ route, ...admins }),
      ...postRefusals(posted),
      { ...sent, kind: 'invalid', form: () => ({ name: '' }), status: 422 },
      {
        ...sent,
        kind: 'invalid',
        about: 'a field twice',
        form: () => ({ name: ['One', 'Another'] }),
        status: 422,
        says: 'Name: Invalid Input.',
      },
      { ...sent, kind: 'conflict', form: () => ({ name: taken }), status: 409 },
      { ...sent, kind: 'success', about: 'form', form: posted.form, status: 303 },
    ],
    without: noUid,
  };
};

const person = (which: 'outsider' | 'deactivated') => (site: Site) => site.ours[which].uid;
const profile = (site: Site) => ({
  firstName: 'Aoife',
  lastName: 'Brennan-Ward',
  role: 'EMPLOYEE',
  departments: site.ours.world.uidsOf(['Laboratory']),
});

/** A page about one person, with a form. */
const ofPerson = (
  act: 'edit' | 'deactivate' | 'reactivate' | 'identity',
  which: 'outsider' | 'deactivated',
  form: (site: Site) => Record<string, string | readonly string[]>,
  cases: (path: (site: Site) => string) => Row['cases'],
): Row => {
  const route = `/dashboard/users/:uid/${act}`;
  const path = (site: Site) => route.replace(':uid', person(which)(site));
  return {
    route,
    cases: [
      ...pageCases({ route, ...admins, uid: person(which) }),
      ...postRefusals({
        path,
        ...admins,
        stranger: (site) => site.theirs.admin,
        form,
        strangerForm: (site) => ({ ...form(site), departments: site.theirs.world.uidsOf(['Laboratory']) }),
      }),
      ...cases(path),
    ],
  };
};

const audit = (ending: string, type?: string): Row => {
  const route = `/dashboard/users/:uid/audit${ending}`;
  return {
    route,
    cases: pageCases({ route, ...admins, uid: person('outsider'), ...(type && { type }) }),
    without: noPost,
  };
};

const rename = '/dashboard/departments/:uid/edit';
const renamed = (site: Site) => rename.replace(':uid', quality(site));

export const teamRows: Row[] = [
  {
    route: '/dashboard/users',
    cases: pageCases({ route: '/dashboard/users', ...admins }),
    without: { ...noUid, ...noPost },
  },
  {
    route: '/dashboard/users/invite',
    cases: [
      ...pageCases({ route: '/dashboard/users/invite', ...admins }),
      ...postRefusals({ path: () => '/dashboard/users/invite', ...admins, form: invitation }),
      post(() => '/dashboard/users/invite', {
        kind: 'invalid',
        by: admins.by,
        form: (site) => ({ ...invitation(site), email: 'nobody' }),
        status: 422,
        says: 'Invalid email address format.',
      }),
      post(() => '/dashboard/users/invite', {
        kind: 'conflict',
        about: 'an address of another organisation',
        by: admins.by,
        form: (site) => ({ ...invitation(site), email: site.theirs.employee.email }),
        status: 409,
        says: 'This email address cannot be invited.',
      }),
      post(() => '/dashboard/users/invite', {
        kind: 'success',
        about: 'form',
        by: admins.by,
        form: invitation,
        status: 303,
        location: () => '/dashboard/users',
      }),
    ],
    without: noUid,
  },
  {
    route: '/dashboard/departments',
    cases: pageCases({ route: '/dashboard/departments', ...admins }),
    without: { ...noUid, ...noPost },
  },
  create('/dashboard/departments/create', () => fresh('Engineering'), 'Laboratory'),
  {
    route: '/dashboard/functional-areas',
    cases: pageCases({ route: '/dashboard/functional-areas', ...admins }),
    without: { ...noUid, ...noPost },
  },
  {
    route: '/dashboard/functional-areas/:area/edit',
    cases: [
      ...pageCases({ route: '/dashboard/functional-areas/QA/edit', ...admins }),
      ...postRefusals({ path: () => '/dashboard/functional-areas/QA/edit', ...admins, form: () => ({ name: 'QA' }) }),
      post(() => '/dashboard/functional-areas/QA/edit', {
        kind: 'invalid',
        by: ours('admin'),
        form: () => ({ name: '' }),
        status: 422,
      }),
      post(() => '/dashboard/functional-areas/QA/edit', {
        kind: 'invalid',
        about: 'retired without a reason',
        by: ours('admin'),
        form: () => ({ name: 'QA', retired: 'on' }),
        status: 422,
        says: 'Reason for change: This field is required.',
      }),
      post(() => '/dashboard/functional-areas/QA/edit', {
        kind: 'success',
        about: 'form',
        by: ours('admin'),
        form: () => ({ name: 'QA' }),
        status: 303,
      }),
    ],
    without: {
      'another organisation': 'Each organisation has functional areas of the same names.',
      'unknown uid': 'The address has no uid.',
      'malformed uid': 'The address has no uid.',
      conflict: 'A name that another area has is refused as where one is created.',
    },
  },
  create('/dashboard/functional-areas/create', () => fresh('E').slice(2, 6).toUpperCase(), 'QA'),
  {
    route: rename,
    cases: [
      ...pageCases({ route: rename, ...admins, uid: quality }),
      ...postRefusals({
        path: renamed,
        ...admins,
        stranger: (site) => site.theirs.admin,
        form: () => ({ name: fresh('Q') }),
      }),
      post(renamed, { kind: 'invalid', by: admins.by, form: () => ({ name: '' }), status: 422 }),
      post(renamed, { kind: 'conflict', by: admins.by, form: () => ({ name: 'Laboratory' }), status: 409 }),
      post(renamed, { kind: 'success', about: 'form', by: admins.by, form: () => ({ name: 'Quality' }), status: 303 }),
    ],
  },
  ofPerson('edit', 'outsider', profile, (path) => [
    post(path, { kind: 'invalid', by: admins.by, form: (site) => ({ ...profile(site), firstName: '' }), status: 422 }),
    post(path, {
      kind: 'invalid',
      about: 'a department of another organisation',
      by: admins.by,
      form: (site) => ({ ...profile(site), departments: site.theirs.world.uidsOf(['Quality']) }),
      status: 422,
    }),
    post((site) => `/dashboard/users/${site.ours.admin.uid}/edit`, {
      kind: 'conflict',
      about: 'the last admin leaves the role',
      by: admins.by,
      form: (site) => ({ ...profile(site), firstName: 'Ines', lastName: 'Okafor' }),
      status: 409,
    }),
    post((site) => path(site).replace(site.ours.outsider.uid, site.ours.deactivated.uid), {
      kind: 'conflict',
      about: 'somebody who was deactivated meanwhile',
      by: admins.by,
      form: (site) => ({ ...profile(site), expectedVersion: '1' }),
      status: 303,
      location: (site) => `/dashboard/users/${site.ours.deactivated.uid}/reactivate`,
    }),
    { kind: 'success', about: 'form', by: admins.by, method: 'POST', path, form: profile, status: 303 },
  ]),
  {
    ...ofPerson(
      'reactivate',
      'deactivated',
      () => ({}),
      (path) => [
        post((site) => path(site).replace(site.ours.deactivated.uid, site.ours.employee.uid), {
          kind: 'conflict',
          about: 'somebody active',
          by: admins.by,
          form: () => ({}),
          status: 303,
          location: (site) => `/dashboard/users/${site.ours.employee.uid}/edit`,
        }),
        { kind: 'success', about: 'form', by: admins.by, method: 'POST', path, form: () => ({}), status: 303 },
      ],
    ),
    without: { invalid: 'The form has no fields.' },
  },
  {
    ...ofPerson(
      'deactivate',
      'outsider',
      () => ({}),
      () => [
        get((site) => `/dashboard/users/${site.ours.invited.uid}/deactivate`, {
          kind: 'success',
          about: 'somebody who is still invited',
          by: admins.by,
          status: 200,
          says: 'can no longer use the invitation',
        }),
        get((site) => `/dashboard/users/${site.ours.deactivated.uid}/deactivate?dialog=`, {
          kind: 'success',
          about: 'the dialog of a deactivated person has no redirect',
          by: admins.by,
          status: 200,
        }),
        post((site) => `/dashboard/users/${site.ours.admin.uid}/deactivate`, {
          kind: 'conflict',
          about: 'oneself',
          by: admins.by,
          form: () => ({}),
          status: 409,
        }),
        post((site) => `/dashboard/users/${site.ours.deactivated.uid}/deactivate`, {
          kind: 'success',
          about: 'form',
          by: admins.by,
          form: () => ({}),
          status: 303,
        }),
      ],
    ),
    without: { invalid: 'The form has no fields.' },
  },
  {
    ...ofPerson(
      'identity',
      'outsider',
      () => ({ how: 'in_person' }),
      (path) => [
        post(path, { kind: 'invalid', by: admins.by, form: () => ({}), status: 422 }),
        post((site) => `/dashboard/users/${site.ours.admin.uid}/identity`, {
          kind: 'conflict',
          about: 'oneself',
          by: admins.by,
          form: () => ({ how: 'in_person' }),
          status: 403,
        }),
        {
          kind: 'success',
          about: 'form',
          by: admins.by,
          method: 'POST',
          path,
          form: () => ({ how: 'document' }),
          status: 303,
        },
      ],
    ),
  },
  audit(''),
  audit('/export.pdf', 'application/pdf'),
  audit('/export.csv', 'text/csv'),
  {
    route: '/dashboard/users/:uid/training',
    cases: pageCases({
      route: '/dashboard/users/:uid/training',
      ...admins,
      uid: (site) => site.ours.employee.uid,
    }),
    without: noPost,
  },
];

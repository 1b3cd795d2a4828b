import { ours } from '../chosen.ts';
import { get, noUid, pageCases, post, postRefusals, type Row } from '../matrix.ts';
import type { Site } from '../site.ts';

const admins = { by: ours('admin'), not: ours('author') };
const noPost = { invalid: 'It takes no form.', conflict: 'It changes nothing.' };
const quality = (site: Site) => site.ours.world.uidsOf(['Quality'])[0]!;
const invitation = (site: Site) => ({
  email: `${Math.random().toString(36).slice(2)}@northmere.example`,
  firstName: 'Luca',
  lastName: 'Ferrante',
  role: 'EMPLOYEE',
  departments: [quality(site)],
});

const many = '/dashboard/users/invite-many';
/** A list of one person as it is invited after its preview. */
const list = (site: Site, { email = invitation(site).email, departments = 'Quality' } = {}) => ({
  list: `First name,Last name,Email,Departments\nLuca,Ferrante,${email},${departments}`,
  act: 'invite',
});

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
        says: 'There was a problem inviting Luca Ferrante This email address is already in use.',
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
    route: many,
    cases: [
      ...pageCases({ route: many, ...admins, says: 'Nobody is invited before you have seen the list.' }),
      ...postRefusals({ path: () => many, ...admins, form: list }),
      post(() => many, {
        kind: 'invalid',
        by: admins.by,
        form: () => ({}),
        status: 422,
        says: 'Paste the people, or choose a file.',
      }),
      post(() => many, {
        kind: 'invalid',
        about: 'an unknown department',
        by: admins.by,
        form: (site) => list(site, { departments: 'Nowhere' }),
        status: 422,
        says: 'There is no department Nowhere.',
      }),
      post(() => many, {
        kind: 'conflict',
        about: 'an address of another organisation',
        by: admins.by,
        form: (site) => list(site, { email: site.theirs.employee.email }),
        status: 409,
        says: 'Email: This email address is already in use.',
      }),
      post(() => many, {
        kind: 'success',
        about: 'a preview',
        by: admins.by,
        form: (site) => ({ ...list(site), act: 'preview' }),
        status: 200,
        says: '1 person can be invited.',
      }),
      post(() => many, {
        kind: 'success',
        about: 'form',
        by: admins.by,
        form: list,
        status: 303,
        location: () => '/dashboard/users',
      }),
    ],
    without: noUid,
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
        ...['', ' ', 'Left the company. '].map((reason) =>
          post((site) => `/dashboard/users/${site.ours.admin.uid}/deactivate`, {
            kind: 'conflict',
            about: `oneself, with the reason “${reason}”`,
            by: admins.by,
            form: () => ({ reason }),
            status: 409,
          }),
        ),
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

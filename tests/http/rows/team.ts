import { ours, pageCases, postRefusals, type Row } from '../matrix.ts';
import type { Site } from '../site.ts';

const admins = { by: ours('admin'), not: ours('author') };
const fresh = (name: string) => `${name} ${Math.random().toString(36).slice(2, 8)}`;
const noPost = { invalid: 'It takes no form.', conflict: 'It changes nothing.' };
const noUid = {
  'another organisation': 'The address names nothing.',
  'unknown uid': 'The address names nothing.',
  'malformed uid': 'The address names nothing.',
};
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
  const post = { by: admins.by, method: 'POST' as const, path };
  return {
    route,
    cases: [
      ...pageCases({ route, ...admins }),
      ...postRefusals(posted),
      { ...post, kind: 'invalid', form: () => ({ name: '' }), status: 422 },
      { ...post, kind: 'conflict', form: () => ({ name: taken }), status: 409 },
      { ...post, kind: 'success', about: 'form', form: posted.form, status: 303 },
    ],
    without: noUid,
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
      {
        kind: 'invalid',
        by: admins.by,
        method: 'POST',
        path: () => '/dashboard/users/invite',
        form: (site) => ({ ...invitation(site), email: 'nobody' }),
        status: 422,
        says: 'Invalid email address format.',
      },
      {
        kind: 'conflict',
        about: 'an address of another organisation',
        by: admins.by,
        method: 'POST',
        path: () => '/dashboard/users/invite',
        form: (site) => ({ ...invitation(site), email: site.theirs.employee.email }),
        status: 409,
        says: 'This email address cannot be invited.',
      },
      {
        kind: 'success',
        about: 'form',
        by: admins.by,
        method: 'POST',
        path: () => '/dashboard/users/invite',
        form: invitation,
        status: 303,
        location: () => '/dashboard/users',
      },
    ],
    without: noUid,
  },
  {
    route: '/dashboard/departments',
    cases: pageCases({ route: '/dashboard/departments', ...admins }),
    without: { ...noUid, ...noPost },
  },
  create('/dashboard/departments/create', () => fresh('Engineering'), 'Laboratory'),
  create('/dashboard/functional-areas/create', () => fresh('E').slice(2, 6).toUpperCase(), 'QA'),
  {
    route: rename,
    cases: [
      ...pageCases({ route: rename, ...admins, uid: quality }),
      ...postRefusals({
        path: renamed,
        ...admins,
        elsewhere: (site) => site.theirs.admin,
        form: () => ({ name: fresh('Q') }),
      }),
      { kind: 'invalid', by: admins.by, method: 'POST', path: renamed, form: () => ({ name: '' }), status: 422 },
      {
        kind: 'conflict',
        by: admins.by,
        method: 'POST',
        path: renamed,
        form: () => ({ name: 'Laboratory' }),
        status: 409,
      },
      {
        kind: 'success',
        about: 'form',
        by: admins.by,
        method: 'POST',
        path: renamed,
        form: () => ({ name: 'Quality' }),
        status: 303,
      },
    ],
  },
];

import { ours } from '../chosen.ts';
import { pageCases, postRefusals, type Row } from '../matrix.ts';
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
      {
        ...post,
        kind: 'invalid',
        about: 'a field twice',
        form: () => ({ name: ['One', 'Another'] }),
        status: 422,
        says: 'Name: Invalid Input.',
      },
      { ...post, kind: 'conflict', form: () => ({ name: taken }), status: 409 },
      { ...post, kind: 'success', about: 'form', form: posted.form, status: 303 },
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
  act: 'edit' | 'deactivate' | 'reactivate',
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
        elsewhere: (site) => site.theirs.admin,
        form,
        elsewhereForm: (site) => ({ ...form(site), departments: site.theirs.world.uidsOf(['Laboratory']) }),
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

const organisationAudit = (ending: string, type?: string): Row => {
  const route = `/dashboard/settings/audit${ending}`;
  return {
    route,
    cases: pageCases({ route, ...admins, ...(type && { type }) }),
    without: { ...noUid, ...noPost },
  };
};

const settings = {
  name: 'Northmere Diagnostics',
  timeZone: 'UTC',
  passwordPolicy: '90',
  lockoutFailures: '5',
  lockoutWithin: '15',
  lockoutFor: '15',
  sessionIdle: '30',
  sessionWhole: '12',
  manageSort: 'name',
  trainingDueDays: '21',
  remindBefore: 'on',
  reminderDays: '5',
  remindAfterDays: '2',
  remindApprovalDays: '7',
  escalate: 'on',
  escalateDays: '10',
  digest: 'on',
  digestWeekday: '5',
  digestHour: '16',
  uploadLimit: '250',
  reason: 'Two weeks are too short.',
};
const settingsPath = () => '/dashboard/settings';
const saveSettings = { by: admins.by, method: 'POST' as const, path: settingsPath };

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
  ofPerson('edit', 'outsider', profile, (path) => [
    {
      kind: 'invalid',
      by: admins.by,
      method: 'POST',
      path,
      form: (site) => ({ ...profile(site), firstName: '' }),
      status: 422,
    },
    {
      kind: 'invalid',
      about: 'a department of another organisation',
      by: admins.by,
      method: 'POST',
      path,
      form: (site) => ({ ...profile(site), departments: site.theirs.world.uidsOf(['Quality']) }),
      status: 422,
    },
    {
      kind: 'conflict',
      about: 'the last admin gives up the role',
      by: admins.by,
      method: 'POST',
      path: (site) => `/dashboard/users/${site.ours.admin.uid}/edit`,
      form: (site) => ({ ...profile(site), firstName: 'Ines', lastName: 'Okafor' }),
      status: 409,
    },
    {
      kind: 'conflict',
      about: 'somebody who was deactivated meanwhile',
      by: admins.by,
      method: 'POST',
      path: (site) => path(site).replace(site.ours.outsider.uid, site.ours.deactivated.uid),
      form: (site) => ({ ...profile(site), expectedVersion: '1' }),
      status: 303,
      location: (site) => `/dashboard/users/${site.ours.deactivated.uid}/reactivate`,
    },
    { kind: 'success', about: 'form', by: admins.by, method: 'POST', path, form: profile, status: 303 },
  ]),
  {
    ...ofPerson(
      'reactivate',
      'deactivated',
      () => ({}),
      (path) => [
        {
          kind: 'conflict',
          about: 'somebody active',
          by: admins.by,
          method: 'POST',
          path: (site) => path(site).replace(site.ours.deactivated.uid, site.ours.employee.uid),
          form: () => ({}),
          status: 303,
          location: (site) => `/dashboard/users/${site.ours.employee.uid}/edit`,
        },
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
        {
          kind: 'success',
          about: 'somebody who is still invited',
          by: admins.by,
          path: (site) => `/dashboard/users/${site.ours.invited.uid}/deactivate`,
          method: 'GET',
          status: 200,
          says: 'can no longer use the invitation',
        },
        {
          kind: 'success',
          about: 'what the dialog asks leads nowhere else, even where the person is out',
          by: admins.by,
          path: (site) => `/dashboard/users/${site.ours.deactivated.uid}/deactivate?dialog=`,
          method: 'GET',
          status: 200,
        },
        {
          kind: 'conflict',
          about: 'oneself',
          by: admins.by,
          method: 'POST',
          path: (site) => `/dashboard/users/${site.ours.admin.uid}/deactivate`,
          form: () => ({}),
          status: 409,
        },
        {
          kind: 'success',
          about: 'form',
          by: admins.by,
          method: 'POST',
          path: (site) => `/dashboard/users/${site.ours.deactivated.uid}/deactivate`,
          form: () => ({}),
          status: 303,
        },
      ],
    ),
    without: { invalid: 'The form has no fields.' },
  },
  audit(''),
  audit('/export.pdf', 'application/pdf'),
  audit('/export.csv', 'text/csv'),
  {
    route: '/dashboard/settings',
    cases: [
      ...pageCases({ route: '/dashboard/settings', ...admins }),
      ...postRefusals({ path: settingsPath, ...admins, form: () => settings }),
      { ...saveSettings, kind: 'invalid', about: 'no reason', form: () => ({ ...settings, reason: '' }), status: 422 },
      {
        ...saveSettings,
        kind: 'invalid',
        about: 'an hour that no day has',
        form: () => ({ ...settings, digestHour: '24' }),
        status: 422,
        says: 'Enter a whole number from 0 to 23.',
      },
      { ...saveSettings, kind: 'success', about: 'form', form: () => settings, status: 303 },
    ],
    without: { ...noUid, conflict: 'The later of two changes counts, and both are recorded.' },
  },
  organisationAudit(''),
  organisationAudit('/export.pdf', 'application/pdf'),
  organisationAudit('/export.csv', 'text/csv'),
  {
    route: '/dashboard/settings/seal.pem',
    cases: pageCases({ route: '/dashboard/settings/seal.pem', ...admins, type: 'application/x-pem-file' }),
    without: { ...noUid, ...noPost },
  },
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

import { ours } from '../chosen.ts';
import { noUid, pageCases, post, postRefusals, type Row } from '../matrix.ts';
import type { Site } from '../site.ts';

const admins = { by: ours('admin'), not: ours('author') };
const fresh = (name: string) => `${name} ${Math.random().toString(36).slice(2, 8)}`;
const noPost = { invalid: 'It takes no form.', conflict: 'It changes nothing.' };
const quality = (site: Site) => site.ours.world.uidsOf(['Quality'])[0]!;

const create = (route: string, label: string, name: () => string, taken: string): Row => {
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
        says: `${label}: Invalid Input.`,
      },
      { ...sent, kind: 'conflict', form: () => ({ name: taken }), status: 409 },
      { ...sent, kind: 'success', about: 'form', form: posted.form, status: 303 },
    ],
    without: noUid,
  };
};

const rename = '/dashboard/departments/:uid/edit';
const renamed = (site: Site) => rename.replace(':uid', quality(site));

export const departmentRows: Row[] = [
  {
    route: '/dashboard/departments',
    cases: pageCases({ route: '/dashboard/departments', ...admins }),
    without: { ...noUid, ...noPost },
  },
  create('/dashboard/departments/create', 'New department', () => fresh('Engineering'), 'Laboratory'),
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
  create('/dashboard/functional-areas/create', 'Name', () => fresh('E').slice(2, 6).toUpperCase(), 'QA'),
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
];

import { serviceAccountOf } from '#tests/support/programs/service-accounts.ts';
import { ours, theirs } from '../chosen.ts';
import { noUid, pageCases, post, postRefusals, type Row } from '../matrix.ts';
import type { Form, Site } from '../site.ts';

const admins = { by: ours('admin'), not: ours('author') };
const noPost = { invalid: 'It takes no form.', conflict: 'It changes nothing.' };

const organisationAudit = (ending: string, type?: string): Row => {
  const route = `/dashboard/settings/audit${ending}`;
  return {
    route,
    cases: pageCases({ route, ...admins, ...(type && { type }) }),
    without: { ...noUid, ...noPost },
  };
};

const reminders = {
  remindBefore: 'on',
  reminderDays: '5',
  remindAfterDays: '2',
  remindApprovalDays: '7',
  escalate: 'on',
  escalateDays: '10',
  digest: 'on',
  digestWeekday: '5',
  digestHour: '16',
  reason: 'Two weeks are too short.',
};
const section = (name: string) => () => `/dashboard/settings/${name}`;
const save = { by: admins.by, method: 'POST' as const, path: section('reminders') };

let account = '';

/** Creates the service account that the rows are about. */
export async function createAccount(site: Site): Promise<void> {
  account = (await serviceAccountOf(site.ours, ['people:read'])).uid;
}

const api = '/dashboard/settings/api';
const accountForm = (site: Site) => ({
  name: `HR sync ${Math.random().toString(36).slice(2, 8)}`,
  owner: site.ours.admin.uid,
  scopes: ['people:read', 'people:write'],
  expires: new Date(Date.now() + 86_400_000 * 300).toISOString().slice(0, 10),
  networks: '192.0.2.0/24',
});

const accountAct = (act: string, form: Form, more: { status: number; says?: string }): Row => {
  const route = `${api}/accounts/:uid/${act}`;
  const path = () => route.replace(':uid', account);
  const sent = { by: admins.by, method: 'POST' as const, path };
  return {
    route,
    cases: [
      ...pageCases({ route, ...admins, uid: () => account }),
      ...postRefusals({ path, ...admins, stranger: theirs('admin'), form: () => form }),
      { ...sent, kind: 'invalid', form: () => ({ reason: 'x'.repeat(1001) }), status: 422 },
      { ...sent, kind: 'success', about: 'form', form: () => form, ...more },
      ...(act === 'revoke' ? [{ ...sent, kind: 'conflict' as const, form: () => form, status: 409 }] : []),
    ],
    ...(act !== 'revoke' && { without: { conflict: 'The later of two tokens counts.' } }),
  };
};

const exporting = '/dashboard/settings/export';

export const settingsRows: Row[] = [
  {
    route: exporting,
    cases: [
      ...pageCases({ route: exporting, ...admins }),
      ...postRefusals({ path: () => exporting, ...admins, form: () => ({}) }),
      post(() => exporting, { kind: 'success', about: 'form', by: admins.by, form: () => ({}), status: 303 }),
    ],
    without: { ...noUid, invalid: 'Its form has no field.', conflict: 'Two exports are two events.' },
  },
  { route: api, cases: pageCases({ route: api, ...admins }), without: { ...noUid, ...noPost } },
  {
    route: `${api}/accounts/create`,
    cases: [
      ...pageCases({ route: `${api}/accounts/create`, ...admins }),
      ...postRefusals({ path: () => `${api}/accounts/create`, ...admins, form: accountForm }),
      post(() => `${api}/accounts/create`, {
        kind: 'invalid',
        by: admins.by,
        form: (site) => ({ ...accountForm(site), expires: '01 Jan 2099', networks: 'here', scopes: [] }),
        status: 422,
        says: 'Choose at least one. Choose a date within 2 years. here is no network.',
      }),
      post(() => `${api}/accounts/create`, {
        kind: 'success',
        about: 'form',
        by: admins.by,
        form: (site) => ({ ...accountForm(site), name: 'HR sync' }),
        status: 200,
        says: 'Copy the token now.',
      }),
      post(() => `${api}/accounts/create`, {
        kind: 'conflict',
        by: admins.by,
        form: (site) => ({ ...accountForm(site), name: 'hr  SYNC' }),
        status: 409,
      }),
    ],
    without: noUid,
  },
  accountAct('rotate', { reason: 'Leaked.' }, { status: 200, says: 'Copy the token now.' }),
  accountAct('revoke', { reason: 'Not needed any more.' }, { status: 303 }),
  {
    route: '/dashboard/settings',
    cases: pageCases({ route: '/dashboard/settings', ...admins, status: 302, location: section('organisation') }),
    without: { ...noUid, ...noPost },
  },
  {
    route: '/dashboard/settings/:section',
    cases: [
      ...pageCases({
        route: '/dashboard/settings/:section',
        ...admins,
        rest: (path) => path.replace(':section', 'ways-in'),
      }),
      {
        by: admins.by,
        method: 'GET',
        path: section('nothing'),
        kind: 'invalid',
        about: 'a section that does not exist',
        status: 404,
      },
      ...postRefusals({ path: section('reminders'), ...admins, form: () => reminders }),
      { ...save, kind: 'invalid', about: 'no reason', form: () => ({ ...reminders, reason: '' }), status: 422 },
      {
        ...save,
        kind: 'invalid',
        about: 'an hour above 23',
        form: () => ({ ...reminders, digestHour: '24' }),
        status: 422,
        says: 'Weekly digest, hour: Enter a whole number from 0 to 23.',
      },
      { ...save, kind: 'success', about: 'form', form: () => reminders, status: 303 },
    ],
    without: { ...noUid, conflict: 'The later of two changes counts, and both are recorded.' },
  },
  organisationAudit(''),
  organisationAudit('/export.pdf', 'application/pdf'),
  organisationAudit('/export.csv', 'text/csv'),
  {
    route: '/dashboard/settings/certificate.pem',
    cases: pageCases({ route: '/dashboard/settings/certificate.pem', ...admins, type: 'application/x-pem-file' }),
    without: { ...noUid, ...noPost },
  },
];

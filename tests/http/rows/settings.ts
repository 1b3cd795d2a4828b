import { ours } from '../chosen.ts';
import { noUid, pageCases, postRefusals, type Row } from '../matrix.ts';

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

export const settingsRows: Row[] = [
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
        rest: (path) => path.replace(':section', 'passwords'),
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

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

const settings = {
  name: 'Northmere Diagnostics',
  timeZone: 'UTC',
  preset: 'standard',
  passwordPolicy: '90',
  lockoutFailures: '5',
  lockoutWithin: '15',
  lockoutFor: '15',
  sessionIdle: '30',
  sessionWhole: '12',
  invitationDays: '7',
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

export const settingsRows: Row[] = [
  {
    route: '/dashboard/settings',
    cases: [
      ...pageCases({ route: '/dashboard/settings', ...admins }),
      ...postRefusals({ path: settingsPath, ...admins, form: () => settings }),
      { ...saveSettings, kind: 'invalid', about: 'no reason', form: () => ({ ...settings, reason: '' }), status: 422 },
      {
        ...saveSettings,
        kind: 'invalid',
        about: 'an hour above 23',
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
    route: '/dashboard/settings/certificate.pem',
    cases: pageCases({ route: '/dashboard/settings/certificate.pem', ...admins, type: 'application/x-pem-file' }),
    without: { ...noUid, ...noPost },
  },
];

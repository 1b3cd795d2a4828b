import { nobody, ours, theirs } from '../chosen.ts';
import { get, pageCases, type Row } from '../matrix.ts';
import type { Site } from '../site.ts';

const readsOnly = { invalid: 'It takes no form.', conflict: 'It changes nothing.' };
const admins = { by: ours('admin'), not: ours('employee') };
const unknown = '5f0c1d3a-7a53-4c60-9d0b-1c2f3a4b5c6d';
const anywhere = {
  'another organisation': 'It names nothing that could be another’s.',
  'unknown uid': 'It names none.',
  'malformed uid': 'It names none.',
} as const;

const report = (route: string, report: string, more: Partial<Parameters<typeof pageCases>[0]> = {}) =>
  pageCases({
    route,
    ...admins,
    rest: (path) => path.replace(':report', report),
    ...more,
  }).map((one) => ({ ...one, about: [report, one.about].filter(Boolean).join(', ') }));

const of =
  (name: string, query: (site: Site) => string, format = '') =>
  (site: Site): string =>
    `/dashboard/reports/${name}${format}?${query(site)}`;

/** Everybody has their own training record; an admin has anybody's of the organisation. */
const ownRecord = (format: string, more: { type?: string; says?: string }): Row['cases'] => {
  const person = (site: Site) => `person=${site.ours.employee.uid}`;
  const asked = { method: 'GET' as const, path: of('training-record', person, format) };
  const named = (value: string) => ({ ...asked, path: of('training-record', () => `person=${value}`, format) });
  return [
    { ...asked, kind: 'success', about: 'one’s own', by: ours('employee'), status: 200, ...more },
    { ...asked, kind: 'success', about: 'a colleague’s', by: ours('admin'), status: 200, ...more },
    { ...asked, kind: 'wrong role', about: 'a colleague’s', by: ours('author'), status: 403 },
    { ...asked, kind: 'another organisation', by: theirs('admin'), status: 404 },
    { ...named(unknown), kind: 'unknown uid', by: ours('admin'), status: 404 },
    { ...named('no-uid'), kind: 'malformed uid', by: ours('admin'), status: 404 },
  ];
};

const department = (format: string, more: { type?: string; says?: string }): Row['cases'] => {
  const quality = (site: Site) => `department=${site.ours.world.departments.get('Quality') ?? ''}`;
  const asked = { method: 'GET' as const, path: of('department-training', quality, format) };
  return [
    { ...asked, kind: 'success', about: 'a department', by: ours('admin'), status: 200, ...more },
    { ...asked, kind: 'wrong role', about: 'a department', by: ours('employee'), status: 403 },
    { ...asked, kind: 'another organisation', about: 'a department', by: theirs('admin'), status: 404 },
    {
      ...asked,
      path: of('department-training', () => '', format),
      kind: 'invalid',
      about: 'no department',
      by: ours('admin'),
      status: 404,
    },
  ];
};

const screen = '/dashboard/reports/:report';
const file = '/dashboard/reports/:report/:format';
const made = '/dashboard/reports/made/:uid';

const finished = (route: string): Row => {
  const at = (value: string) => () => route.replace(':uid', value);
  const asked = { method: 'GET' as const, by: ours('admin'), status: 404 };
  return {
    route,
    cases: [
      { ...asked, kind: 'anonymous', by: nobody, path: at(unknown), status: 302, location: /^\/\?redirect=/ },
      { ...asked, kind: 'unknown uid', path: at(unknown) },
      { ...asked, kind: 'malformed uid', path: at('no-uid') },
    ],
    without: {
      'wrong role': 'A report belongs to the person who requested it.',
      'another organisation': 'tests/reports/queue.test.ts asks as another person and organisation.',
      success: 'tests/reports/queue.test.ts makes one.',
      ...readsOnly,
    },
  };
};

/** The page of a finished report; its form discards the report. */
const finishedPage = (): Row => {
  const row = finished(made);
  const path = () => made.replace(':uid', unknown);
  const sent = { method: 'POST' as const, path, form: () => ({}), about: 'form' };
  return {
    ...row,
    cases: [
      ...row.cases,
      { ...sent, kind: 'anonymous', by: nobody, status: 302, location: /^\/\?redirect=/ },
      { ...sent, kind: 'unknown uid', by: ours('admin'), status: 404 },
    ],
  };
};

export const reportRows: Row[] = [
  {
    route: '/dashboard/reports',
    cases: pageCases({ route: '/dashboard/reports', ...admins, says: 'Training Reports' }),
    without: { ...readsOnly, ...anywhere },
  },
  finishedPage(),
  finished(`${made}/file`),
  {
    route: screen,
    cases: [
      ...report(screen, 'organization-training', { says: 'Organization Training Report' }),
      ...report(screen, 'outstanding-training', { says: 'Outstanding User Training Report' }),
      ...report(screen, 'table-of-contents', { says: 'Table of Contents' }),
      ...report(screen, 'change-register', { says: 'Change Register' }),
      ...report(screen, 'separation-exceptions', { says: 'Separation of Duties Exceptions' }),
      ...report(screen, 'identity-gaps', { says: 'Missing Verification and Second Factors' }),
      ...report(screen, 'sign-ins', { says: 'Sign-ins by Method' }),
      ...report(screen, 'break-glass', { says: 'Break-glass Uses' }),
      ...report(screen, 'signatures-by-assurance', { says: 'Signatures by Assurance' }),
      ...report(screen, 'approval-times', { says: 'Approval Times' }),
      ...report(screen, 'overdue-approvals', { says: 'No approval is overdue' }),
      ...report(screen, 'deputy-signatures', { says: 'No deputy has signed' }),
      ...report(screen, 'functions', { says: 'Who holds which function' }),
      ...report(screen, 'active-users', { says: 'Active User List' }),
      ...report(screen, 'all-users', { says: 'Rosalind Teague' }),
      ...ownRecord('', { says: 'Training Record of Hana Kobayashi' }),
      ...department('', { says: 'Training Report of Quality' }),
      get(() => '/dashboard/reports/no-such', {
        kind: 'invalid',
        about: 'no such report',
        by: ours('admin'),
        status: 404,
      }),
    ],
    without: { conflict: readsOnly.conflict },
  },
  {
    route: file,
    cases: [
      ...[
        'training-matrix',
        'organization-training',
        'outstanding-training',
        'table-of-contents',
        'change-register',
        'separation-exceptions',
        'identity-gaps',
        'sign-ins',
        'break-glass',
        'signatures-by-assurance',
        'active-users',
        'all-users',
        'functions',
        'approval-times',
        'overdue-approvals',
        'deputy-signatures',
      ].flatMap((name) => [
        ...report(file.replace(':format', 'pdf'), name, { type: 'application/pdf' }),
        ...report(file.replace(':format', 'csv'), name, { type: 'text/csv' }),
      ]),
      ...ownRecord('/pdf', { type: 'application/pdf' }),
      ...ownRecord('/csv', { type: 'text/csv' }),
      ...department('/pdf', { type: 'application/pdf' }),
      ...department('/csv', { type: 'text/csv' }),
      get(() => '/dashboard/reports/all-users/xls', {
        kind: 'invalid',
        about: 'no such format',
        by: ours('admin'),
        status: 404,
      }),
      get(() => '/dashboard/reports/all-users/csv?position=99999999', {
        kind: 'invalid',
        about: 'beyond the ledger',
        by: ours('admin'),
        status: 404,
      }),
    ],
    without: { conflict: readsOnly.conflict },
  },
];

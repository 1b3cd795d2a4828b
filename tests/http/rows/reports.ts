import { reportNames, reports, type ReportName } from '#app/reports/queries/names.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { nobody, ours, theirs, type Chosen } from '../chosen.ts';
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

/** What the page of a report of the organisation says, where its title alone would say too little. */
const says: Partial<Record<ReportName, string>> = {
  'overdue-approvals': 'No approval is overdue',
  'deputy-signatures': 'No deputy has signed',
  functions: 'Who holds which function',
  'all-users': 'Rosalind Teague',
};

/** The reports of the organisation: all but those about one subject. */
const whole = reportNames.filter((name) => reports[name].needs === null);
const matrix: ReportName = 'training-matrix';

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

type Format = '' | '/pdf' | '/csv';

/** What a page says, or which type a file has. */
const shows = (format: Format, says: string) =>
  format === '' ? { says } : { type: format === '/pdf' ? 'application/pdf' : 'text/csv' };

/** Everybody has their own training record; an admin has anybody's of the organisation. */
const ownRecord = (format: Format): Row['cases'] => {
  const person = (site: Site) => `person=${site.ours.employee.uid}`;
  const asked = { method: 'GET' as const, path: of('training-record', person, format) };
  const named = (value: string) => ({ ...asked, path: of('training-record', () => `person=${value}`, format) });
  const more = shows(format, 'Training Record of Hana Kobayashi');
  return [
    { ...asked, kind: 'success', about: 'one’s own', by: ours('employee'), status: 200, ...more },
    { ...asked, kind: 'success', about: 'a colleague’s', by: ours('admin'), status: 200, ...more },
    { ...asked, kind: 'wrong role', about: 'a colleague’s', by: ours('author'), status: 403 },
    { ...asked, kind: 'another organisation', by: theirs('admin'), status: 404 },
    { ...named(unknown), kind: 'unknown uid', by: ours('admin'), status: 404 },
    { ...named('no-uid'), kind: 'malformed uid', by: ours('admin'), status: 404 },
  ];
};

const department = (format: Format): Row['cases'] => {
  const quality = (site: Site) => `department=${site.ours.world.departments.get('Quality') ?? ''}`;
  const asked = { method: 'GET' as const, path: of('department-training', quality, format) };
  const more = shows(format, 'Training Report of Quality');
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

/** The page of a trail is that of its subject; its files are made here too. */
const trail =
  (name: string, subject: 'person' | 'document', page: Chosen<string>, reader: Chosen<Person>) =>
  (format: Format): Row['cases'] => {
    const path = of(name, (site) => `${subject}=${/[0-9a-f-]{36}/.exec(page(site))?.[0] ?? ''}`, format);
    const asked = { method: 'GET' as const, path, about: name };
    return [
      format === ''
        ? { ...asked, kind: 'success', by: reader, status: 303, location: page }
        : { ...asked, kind: 'success', by: reader, status: 200, ...shows(format, '') },
      { ...asked, kind: 'wrong role', by: ours('employee'), status: 403 },
      ...(format === '' ? [] : [{ ...asked, kind: 'another organisation' as const, by: theirs('admin'), status: 404 }]),
    ];
  };

type AboutOne = { [N in ReportName]: (typeof reports)[N]['needs'] extends null ? never : N }[ReportName];

/** The cases of each report about one subject. */
const aboutOne: Record<AboutOne, (format: Format) => Row['cases']> = {
  'training-record': ownRecord,
  'department-training': department,
  'user-audit-log': trail(
    'user-audit-log',
    'person',
    ({ ours: { employee } }) => `/dashboard/users/${employee.uid}/audit`,
    ours('admin'),
  ),
  'document-audit-trail': trail(
    'document-audit-trail',
    'document',
    ({ ours: { documents } }) => `/dashboard/docs/${documents.effective}/audit`,
    ours('author'),
  ),
};
const eachSubject = (format: Format) => Object.values(aboutOne).flatMap((casesOf) => casesOf(format));

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
      ...whole
        .filter((name) => name !== matrix)
        .flatMap((name) => report(screen, name, { says: says[name] ?? reports[name].title })),
      ...eachSubject(''),
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
      ...whole.flatMap((name) => [
        ...report(file.replace(':format', 'pdf'), name, { type: 'application/pdf' }),
        ...report(file.replace(':format', 'csv'), name, { type: 'text/csv' }),
      ]),
      ...eachSubject('/pdf'),
      ...eachSubject('/csv'),
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

import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { daysOf } from '#app/audit/screens/trail/days.ts';
import { HistoryList } from '#app/documents/screens/document/history-drawer.tsx';
import { PreviewWords } from '#app/documents/screens/publish/training-preview.tsx';
import { StartHere } from '#app/home/screens/start-here.tsx';
import type { DocumentPageData } from '#app/documents/screens/document/document-view.ts';
import { VersionLife } from '#app/documents/screens/document/tabs/version-lifeline.tsx';
import { MatrixSection } from '#app/reports/screens/matrix-section.tsx';
import type { MatrixView } from '#app/reports/screens/matrix-view.ts';
import { DepartmentList } from '#app/organisation/screens/departments/department-list.tsx';
import { responsibilitiesInWords } from '#app/people/screens/deactivate-dialog.tsx';
import { Matrix } from '#app/reports/screens/matrix/matrix.tsx';
import { AuthPage } from '#app/ui/page/auth-page.tsx';
import { settingsNamed } from '#app/search/screens/actions.ts';
import { OpenByDepartment } from '#app/reports/screens/plots/open-by-department.tsx';
import { WeeklyTraining } from '#app/reports/screens/plots/weekly-training.tsx';
import { Segments } from '#app/ui/register/filters.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { Tabs } from '#app/ui/tabs/tabs.tsx';
import { counted, everyDays, lasting, listCount } from '#app/ui/text/count.ts';
import { limits } from '#events/limits.ts';
import { shown } from '#tests/support/shown.tsx';

it('the search finds sections and fields of the settings, for admins alone', () => {
  expect(settingsNamed('ADMIN', 'lock').map(({ label }) => label)).toEqual([
    'Failed attempts before the lock',
    'Locked for, minutes',
  ]);
  expect(settingsNamed('SUPER_ADMIN', 'sign-in and')).toEqual([
    { label: 'Sign-in and passwords', note: 'Settings', to: '/dashboard/settings/ways-in' },
  ]);
  expect(settingsNamed('AUTHOR', 'lock')).toEqual([]);
});

it.each([
  ['once itself, for a visitor', null, 1],
  ['not, where the frame has both', { uid: 'u' }, 0],
])('an auth page shows masthead and footer %s', (_, viewer, times) => {
  const gate = <AuthPage title="Confirm account">Code</AuthPage>;
  const router = createMemoryRouter([{ id: 'root', path: '*', element: gate, loader: () => null }], {
    hydrationData: { loaderData: { root: { viewer } } },
  });
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  expect([html.split('wordmark').length - 1, html.split('<footer').length - 1]).toEqual([times, times]);
});

it.each([
  ['a visitor', null, 1],
  ['a signed-in person, who sees it in the frame', { uid: 'u' }, 0],
])('an auth page shows the toast’s notice between title and form for %s', (_, viewer, times) => {
  const gate = (
    <AuthPage title="Reset password">
      <form />
    </AuthPage>
  );
  const toast = { tone: 'success', text: 'Check your email.', durationMs: 1 };
  const router = createMemoryRouter([{ id: 'root', path: '*', element: gate, loader: () => null }], {
    hydrationData: { loaderData: { root: { viewer, toast } } },
  });
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  expect(html.split(toast.text)).toHaveLength(times + 1);
  if (times > 0) expect(html).toMatch(/Reset password<\/h1>.*Check your email\..*<form>/);
});

describe('counts', () => {
  it.each([
    [1, '1 person'],
    [2, '1 to 2 of 2 people'],
  ])('below a list of %i', (total, words) => {
    expect(shown(<Pager of="people" one="person" page={1} size={25} total={total} />)).toContain(
      `<div class="pager"><span>${words}</span></div>`,
    );
  });

  it.each([
    [1, 4, ['Thursday, 2 events', 'Wednesday, 1 event', 'Tuesday, 1 event']],
    [1, 26, ['Thursday, 2 events', 'Wednesday, 1 event', 'Tuesday']],
    [2, 60, ['Thursday', 'Wednesday, 1 event', 'Tuesday']],
    [3, 60, ['Thursday', 'Wednesday, 1 event', 'Tuesday, 1 event']],
  ])('are the events of a day, but not on page %i of %i events where it may go on on another', (page, total, words) => {
    const events = ['19T16', '19T15', '18T00', '17T09'].map((at) => ({ recordedAt: `2026-02-${at}:00:00.000Z` }));
    expect(daysOf(events, { page, size: 25, total }).map(({ meta }) => meta)).toEqual(words);
  });

  it.each([
    [1, '1 hour', 'Every day'],
    [12, '12 hours', 'Every 12 days'],
  ])('as a time: %i', (count, time, interval) => {
    expect([lasting(count, 'hour'), everyDays(count)]).toEqual([time, interval]);
  });

  it('are zero below an empty matrix', () => {
    const matrix = {
      filters: {},
      day: '04 Mar 2026',
      asOf: { position: '4', time: '04 Mar 2026 00:00 UTC' },
      documents: [],
      people: [{ uid: 'p', name: 'Zofia Nowak', group: 'Quality', rate: 100, marks: [] }],
      place: { size: 25, page: 1, across: 1 },
      size: { people: 50, documents: 12 },
      totals: { people: 1, documents: 0 },
      sort: {},
    };
    const choices = { departments: [], areas: [], people: [] };
    const section = shown(<MatrixSection matrix={matrix as unknown as MatrixView} choices={choices} query={{}} />);
    expect(section).toContain('No matches found...');
    expect(section).not.toContain('1 person');
  });

  it.each([
    [2, 'Versions 1.0 and 2.0, two entries'],
    [29, '29 other versions, 29 entries'],
  ])('are %i versions below the one that is shown', (count, words) => {
    const life = Array.from({ length: count }, (_, i) => ({
      key: `${i}`,
      version: `${i + 1}.0`,
      at: '2026-03-04T00:00:00.000Z',
      kind: 'plain',
      what: 'DocumentCreated',
      text: 'Zofia Nowak created the document.',
      lines: [],
    }));
    const shownVersion = { document: { uid: 'd' }, shown: { version: '99.0' }, versions: [{ version: '99.0' }] };
    const of = { ...shownVersion, life, lastTrained: null, counted: false } as unknown as DocumentPageData;
    expect(shown(<VersionLife of={of} />)).toContain(`<summary>${words}</summary>`);
  });

  it('count two tasks where one document waits for a person twice', () => {
    const card = {
      document: 'd',
      type: 'SOP' as const,
      functionalArea: 'QA',
      docNum: '003',
      version: '3.0',
      name: 'CAPA',
      owner: 'T',
    };
    const none = { cards: [], total: 0 };
    const approval = { ...card, signed: 0, asked: 2, requestedAt: '2026-03-04T00:00:00.000Z' };
    const stuck = { ...card, approval: 'a', approver: 'Marit Solheim', unable: 'deactivated' as const };
    const waiting = {
      finalApprovals: none,
      rejected: none,
      requests: none,
      reviews: none,
      drafts: none,
      approvals: { cards: [approval], total: 1 },
      forOthers: none,
      imports: none,
      stuck: { cards: [stuck], total: 1 },
      withoutUnit: none,
    };
    const words = (cards: typeof waiting) => shown(<StartHere waiting={cards} training={0} zone="UTC" />);
    expect(words(waiting)).toContain('Two tasks are waiting for you.');
    expect(words({ ...waiting, stuck: { cards: [], total: 0 } })).toContain('One task is waiting for you.');
    const nothing = (training: number) => {
      const done = Object.fromEntries(Object.keys(waiting).map((key) => [key, none])) as unknown as typeof waiting;
      return shown(<StartHere waiting={done} training={training} zone="UTC" />);
    };
    expect(nothing(0)).toContain('all caught up!');
    expect(nothing(2)).toContain('Two training documents are waiting.');
    expect(nothing(2)).not.toContain('all caught up!');
  });

  it('of what a deactivated person leaves', () => {
    const left = { document: 'd', name: 'Drying' };
    const approval = { ...left, approval: 'a' };
    const owned = [
      { ...left, draft: true },
      { ...left, draft: false },
      { ...left, draft: false },
    ];
    expect(
      responsibilitiesInWords({ approvals: [approval], owned, departments: [{ uid: 'i', name: 'IT' }], functions: [] }),
    ).toBe('one open approval, two documents, one draft and one department without another member');
    expect(responsibilitiesInWords({ approvals: [], owned: [], departments: [], functions: [] })).toBe('');
  });

  it('separate thousands and have no “none departments”, in words, on the views of a list and on tabs', () => {
    expect([counted(7, 'person', 'people'), counted(1500, 'person', 'people')]).toEqual([
      'seven people',
      '1,500 people',
    ]);
    const counts = [0, 1, 3].map((count) => [counted(count, 'document'), listCount(count, 'department')]);
    expect(counts).toEqual([
      ['no documents', 'No departments yet.'],
      ['one document', 'One department'],
      ['three documents', 'Three departments'],
    ]);
    const view = { to: '/', label: 'Active', current: true };
    expect(shown(<Segments label="Show" segments={[{ ...view, count: 1500 }]} />)).toContain('>1,500<');
    expect(shown(<Tabs label="Views" tabs={[{ ...view, count: { number: 2100, of: 'to sign' } }]} />)).toContain(
      '>2,100<',
    );
  });

  it('appear in words in a mark of the training matrix', () => {
    const marks = [
      { to: '/t/1', state: 'due', date: '05 Mar 2026', days: '1' },
      { to: '/t/2', state: 'due', date: '06 Mar 2026', days: '2' },
      { to: '/t/3', state: 'overdue', date: '03 Mar 2026', days: '+1' },
    ] as const;
    const unsorted = { order: undefined, to: '/?people=asc' };
    const sort = { people: unsorted, documents: unsorted };
    const documents = marks.map((_, n) => ({ uid: String(n), name: 'Drying', number: 'SOP', to: '/', rate: 0 }));
    const person = { uid: 'p', name: 'Noor Haddad', to: '/p', group: 'IT', rate: 0, marks };
    const html = shown(<Matrix caption="Training" documents={documents} people={[person]} rate={42} sort={sort} />);
    expect(html).toContain('href="/p">Noor Haddad</a>');
    for (const { to } of marks) expect(html).toContain(`href="${to}"`);
    for (const words of ['Due 05 Mar 2026, 1 day left', '06 Mar 2026, 2 days left', 'since 03 Mar 2026, 1 day<']) {
      expect(html).toContain(words);
    }
    expect(html, 'of everybody').toMatch(/<tfoot>.*<td><span class="rate"><meter[^>]*"42% trained"[^>]*><\/meter>42%/);
  });
});

it('does not announce a next step for a document without approval', () => {
  const html = shown(<HistoryList document="d" files="effective" versions={[]} zone="UTC" />);
  expect(html).toContain('No version has been approved.');
});

describe('Manage Departments', () => {
  it('shows the form for a new department first, before a long list', () => {
    const departments = ['Laboratory', 'Quality'].map((name) => ({ uid: name, name, people: 1 }));
    const html = shown(<DepartmentList departments={departments} commandId="c" />);
    expect(html.indexOf('Create Department')).toBeGreaterThan(0);
    expect(html.indexOf('Create Department')).toBeLessThan(html.indexOf('Laboratory'));
  });
});

describe('the preview of final approval', () => {
  it.each([
    [1, 'It is new to one of them.'],
    [3, 'It is new to three of them.'],
  ])('tells for how many of four the document is new: %i', (isNew, words) => {
    const due = { uid: 'p', name: 'Noor Haddad', invited: false, isNew: true, overdue: false };
    const people = [{ ...due, dueAt: '2026-03-12T00:00:00.000Z' }];
    const preview = {
      previewToken: '',
      effectiveAt: '2026-03-05T00:00:00.000Z',
      waived: false,
      cancelled: 0,
      moved: 0,
      assigned: 4,
      isNew,
      overdue: 0,
      carried: 0,
      stayOpen: 0,
      departments: [{ uid: 'd', name: 'IT', people }],
    };
    expect(
      shown(<PreviewWords {...{ preview, refused: null }} saves={false} busy={false} zone="UTC" before="" />),
    ).toContain(words);
  });
});

describe('a plot', () => {
  it('uses the page’s text size at every drawing size', () => {
    const at = '2026-03-12T00:00:00.000Z';
    const week = { at, signed: 1, open: 0, overdue: 1, assigned: 2, completed: 1, rate: 50 };
    const html = shown(<WeeklyTraining weeks={[week]} zone="UTC" />);
    // What is in the coordinates of a picture grows and shrinks with it.
    expect(html).not.toContain('viewBox');
    // Each value can be pointed at, comes with the Tab key, and stands in the table.
    const words = 'Week to 12 Mar 2026: 1 signed, 0 open, 1 overdue';
    expect(html).toContain(`role="img" aria-label="${words}" tabindex="0"`);
    expect(html).toContain(`>${words}</text>`);
    expect(html).toContain('<th scope="row">12 Mar 2026</th><td>1</td><td>0</td><td>1</td><td>50%</td>');
    expect(html).toContain('>12 Mar 2026</text>');
    // The share and the bars count different versions, and the page says so.
    expect(html).toContain('Where a version is scheduled, only that version of the document counts.');
    expect(html).toContain('The bars show all open training.');
  });

  it('leaves the cutting of a long name to the style sheet', () => {
    const department = 'W'.repeat(limits.departmentName);
    expect(shown(<OpenByDepartment bars={[{ uid: 'd', to: '/reports', department, due: 3, overdue: 1 }]} />)).toContain(
      `<span class="plot-name">${department}</span>`,
    );
  });
});

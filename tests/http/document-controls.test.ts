import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { ApiClient, get } from '#tests/api/client.ts';
import { drawPaper } from '#tests/comparison/papers.ts';
import { controlsOf, mainOf } from './controls.ts';
import { home, pages, type Expected } from './expected-controls.ts';
import {
  openDocumentSite,
  roles,
  documentStates,
  type RoleName,
  type DocumentState,
  type DocumentSite,
} from './fixtures.ts';

let site: DocumentSite;

beforeAll(async () => {
  site = await openDocumentSite();
});

afterAll(() => site.close());

/** The answer to a role. Employees are sent from a document's address to the tab where they read it. */
async function open(path: string, role: RoleName) {
  const answer = await site.send(site.people[role], 'GET', path);
  return answer.location?.includes('/read') ? site.send(site.people[role], 'GET', answer.location) : answer;
}

async function show(path: string, role: RoleName): Promise<Expected> {
  const { status, location, text } = await open(path, role);
  if (status === 302) return `to ${/\/docs\/[^/]+\/?(.*)$/.exec(location ?? '')?.[1] || 'page'}`;
  return status === 200 ? controlsOf(text) : status;
}

const cells = Object.entries(pages).flatMap(([name, table]) =>
  documentStates.flatMap((state) => roles.map((role) => ({ name, state, role, expected: table[state][role] }))),
);

describe('the buttons of the revise, publish and document pages', () => {
  it.each(cells)(
    'match the role $role and the state $state on the page "$name"',
    async ({ name, state, role, expected }) => {
      const path = `/dashboard/docs/${site.documents[state]}${name && `/${name}`}`;
      expect(await show(path, role)).toEqual(expected);
    },
  );
});

describe('the documents home', () => {
  const tabs = Object.entries(home).flatMap(([tab, table]) =>
    roles.map((role) => ({ tab, role, expected: table[role] })),
  );
  it.each(tabs)('shows the buttons of the tab "$tab" to the role $role', async ({ tab, role, expected }) => {
    expect(await show(`/dashboard${tab && `?tab=${tab}`}`, role)).toEqual(expected);
  });

  it.each(roles)('shows the tabs, filters and main links of the role %s', async (role) => {
    const { text } = await site.send(site.people[role], 'GET', '/dashboard');
    const links = (html: string, label: string) => {
      const nav = new RegExp(`<nav[^>]*aria-label(?:ledby)?="${label}"[\\s\\S]*?</nav>`).exec(html)?.[0] ?? '';
      return [...nav.matchAll(/<a[^>]*>([^<]+)/g)].map(([, words]) => words);
    };
    const manages = role !== 'EMPLOYEE';
    const admin = role === 'ADMIN' || role === 'SUPER_ADMIN';
    expect(links(text, 'Documents')).toEqual([
      'Training Documents',
      'Effective Documents',
      ...(manages ? ['Manage Documents'] : []),
    ]);
    const segments = [...mainOf(text).matchAll(/<a[^>]*>((?:All|My|Retired) Docs)/g)].map(([, words]) => words);
    expect(segments).toEqual(manages ? ['All Docs', 'My Docs', ...(admin ? ['Retired Docs'] : [])] : []);
    const main = links(text, 'Main');
    expect(main.includes('Documents')).toBe(true);
    expect(main.includes('Team')).toBe(admin);
  });
});

/** Texts of the pages by state and role. */
const texts: [string, DocumentState, RoleName, RegExp | string][] = [
  ['revise', 'draft', 'AUTHOR owner', 'This document is currently Draft'],
  ['revise', 'inReview', 'AUTHOR owner', 'This document is currently Awaiting Approvers'],
  ['revise', 'approved', 'AUTHOR owner', 'This document is currently Requires Final Approval'],
  ['revise', 'rejected', 'AUTHOR owner', 'This document is currently Rejected'],
  ['revise', 'pending', 'AUTHOR owner', 'This document is currently Awaiting Training'],
  ['revise', 'effective', 'AUTHOR owner', 'This document is currently Effective'],
  ['revise', 'retired', 'AUTHOR', 'This document is currently Retired'],
  ['revise', 'retired', 'AUTHOR', /Retired \d\d \w{3} \d{4}/],
  ['revise', 'inReview', 'AUTHOR', 'Only Tomasz Wieczorek, who owns this document, or an Admin can revise it.'],
  ['revise', 'inReview', 'AUTHOR owner', /Open approvals of version \d\.\d are then cancelled\./],
  ['revise', 'approved', 'AUTHOR owner', /Version \d\.\d is then withdrawn\./],
  ['revise', 'pending', 'AUTHOR owner', /Version \d\.\d is then withdrawn, and its open training is cancelled\./],
  ['revise', 'effective', 'AUTHOR owner', /sent to Approvers for review\. Cancel/],
  ['discard', 'inReview', 'AUTHOR owner', 'Only a draft can be discarded.'],
  ['discard', 'draft', 'AUTHOR', 'Only Tomasz Wieczorek, who owns this document, or an Admin can discard it.'],
  ['title', 'inReview', 'AUTHOR', 'Only Tomasz Wieczorek, who owns this document, or an Admin can revise it.'],
  ['title', 'retired', 'ADMIN', 'The title of a retired document cannot be changed.'],
  ['retire', 'effective', 'AUTHOR', 'Admin access required to retire a document.'],
  ['retire', 'draft', 'ADMIN', 'A draft is discarded, not retired.'],
  ['retire', 'retired', 'ADMIN', 'This document is already retired.'],
  ['periodic-review', 'effective', 'ADMIN', /Review due \d\d \w{3} \d{4}/],
  ['periodic-review', 'retired', 'ADMIN', 'Review due Not due'],
  ['periodic-review', 'effective', 'ADMIN', /Version 1\.0 Read the version in force/],
  ['periodic-review', 'draft', 'ADMIN', 'No version in force Owner'],
  ['approvers', 'inReview', 'ADMIN', /Version 1\.0 Everyone here must sign before an Admin can give final approval\./],
  ['approvers', 'effective', 'ADMIN', /Version 1\.0 Ines Okafor Approved/],
  ['publish', 'approved', 'ADMIN', 'Assign effective date'],
  ['publish', 'approved', 'ADMIN', 'Assign to Department(s)'],
  ['publish', 'approved', 'ADMIN', 'Created By Tomasz Wieczorek'],
  ['publish', 'approved', 'ADMIN', 'Once you approve this document, it will become effective on the date provided.'],
  ['publish', 'approvedExternally', 'ADMIN', 'This document is already effective external to the system.'],
  ['publish', 'pending', 'ADMIN', 'Preview who will be assigned.'],
  ['publish', 'pending', 'ADMIN', /Approved \d\d \w{3} \d{4}/],
  ['', 'pending', 'EMPLOYEE', '0% Trained'],
  ['', 'effective', 'ADMIN', /\d+% Trained/],
  ['', 'effective', 'AUTHOR', /Open training .* open .*Person Assigned Due Reminded .*1 to \d+ of \d+ people/],
  ['', 'effectiveExternally', 'AUTHOR', 'Open training Training is not required.'],
  ['', 'underRevision', 'AUTHOR', 'Version 2.0 is in progress: Awaiting Approvers.'],
];

describe('a page of a document', () => {
  it.each(texts)('says on "%s" in state %s to %s: %s', async (name, state, role, words) => {
    const path = `/dashboard/docs/${site.documents[state]}${name && `/${name}`}`;
    const text = mainOf((await open(path, role)).text)
      .replace(/<!-- -->/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(text).toMatch(words instanceof RegExp ? words : new RegExp(words.replace(/[().]/g, '\\$&')));
  });

  it('isolates the direction of a name that stands before a date', async () => {
    const { text } = await site.send(site.people.AUTHOR, 'GET', `/dashboard/approve/${site.documents.inReview}`);
    expect(text.replaceAll('<!-- -->', '').match(/<bdi>[^<]+<\/bdi>, \d\d \w{3} \d{4}/g)).toHaveLength(2);
  });

  it.each([
    ['publish', 'approved'],
    ['publish', 'pending'],
    ['', 'pending'],
  ] as const)('gives a future date as the example of an effective date: "%s" in state %s', async (name, state) => {
    const path = `/dashboard/docs/${site.documents[state]}${name && `/${name}`}`;
    const { text } = await site.send(site.people.ADMIN, 'GET', path);
    const example = />For example, (?:<!-- -->)?(\d\d \w{3} \d{4})</.exec(text)?.[1] ?? '';
    expect(Date.parse(`${example} UTC`)).toBeGreaterThan(Date.now());
  });

  it.each(documentStates.filter((one) => one !== 'retired'))(
    'has a Revise button that warns unless the document is a draft: %s',
    async (state) => {
      const { text } = await site.send(site.people.ADMIN, 'GET', `/dashboard/docs/${site.documents[state]}/revise`);
      const button = [...text.matchAll(/<button[^>]*type="submit"[^>]*>(?:(?!<\/button>).)*Revise<\/button>/g)].at(
        -1,
      )?.[0];
      expect(/data-kind="(\w+)"/.exec(button ?? '')?.[1]).toBe(state === 'draft' ? 'solid' : 'warn');
    },
  );
});

describe('reading a document', () => {
  const text = (html: string) => mainOf(html).replaceAll('<!-- -->', '');

  it('unlocks no signature, whatever of the PDF is seen or opened there', async () => {
    const { documents, people } = site;
    const employee = people.EMPLOYEE;
    const at = `/dashboard/docs/${documents.pending}`;
    const shown = text((await site.send(employee, 'GET', `${at}/read?page=2&text&find=work`)).text);
    expect(shown).toContain('Page 2 of 2');
    expect(shown).toContain('Text of page 2 of 2');
    expect(shown).toMatch(/\d places? with “work”/);
    const review = /href="(\/dashboard\/review\/[^"]+)"[^>]*>(?:<svg.*?<\/svg>)?Review Document/.exec(shown)?.[1] ?? '';
    for (const [, href] of shown.matchAll(/(?:href|src)="([^"]*\/files\/[^"]*)"/g))
      expect((await site.send(employee, 'GET', href!.replaceAll('&amp;', '&'))).status).toBe(200);
    expect((await site.send(employee, 'GET', review)).text).toContain('Signature form, locked');
  });

  it('begins with the PDF for employees, and for everybody at an address with its page', async () => {
    const at = `/dashboard/docs/${site.documents.effective}`;
    const tab = async (role: RoleName, path: string) =>
      /aria-current="page"[^>]*>(\w+)</.exec(text((await open(path, role)).text))?.[1];
    expect(await tab('EMPLOYEE', at)).toBe('Read');
    expect(await tab('AUTHOR', at)).toBe('Record');
    expect(await tab('AUTHOR', `${at}?page=2`)).toBe('Read');
    expect(await tab('EMPLOYEE', `${at}/record`)).toBe('Record');
  });
});

describe('a version that is a scan', () => {
  it('is compared by the pictures of its pages only, as the page and the call say', async () => {
    const { documents, people, world } = site;
    const [owner, document] = [people['AUTHOR owner'], documents.effectiveExternally];
    const scan = () => drawPaper({ pages: [[{ picture: [10, 20] }]], header: '', isScan: true });
    const next = { name: 'A Scan', type: 'SOP', functionalArea: 'QA', docNum: '977', version: '2.0' };
    const files = await world.upload(people.ADMIN, world.paperOf(next), document, scan);
    await world.act(people.ADMIN, reviseDocument, {
      document,
      name: next.name,
      version: '2.0',
      ...files,
      approvers: [owner.uid],
    });
    const versions = '?from=1.0&to=2.0';
    const page = await site.send(owner, 'GET', `/dashboard/docs/${document}/compare${versions}`);
    for (const words of ['One of these versions is a scan', 'Words in scans cannot be compared', 'Working files'])
      expect(page.text).toContain(words);
    const client = await ApiClient.of(site.server.url);
    const call = await client.send(owner, get(`/api/docs/${document}/comparison${versions}`));
    expect(call.json).toMatchObject({ data: { comparison: { compares: 'pages', to: { silentPages: [1] } } } });
  });
});

describe('a filtered list', () => {
  it.each<[string, (site: DocumentSite) => string, string]>([
    ['documents', () => '/dashboard?tab=manage&show=my&area=QA&q=a%25', 'My Docs, functional area QA, name with “a%”'],
    ['effective documents', () => '/dashboard?tab=effective&q=Waste', 'name with “Waste”'],
    ['training', () => '/dashboard/training?show=open', 'Open'],
    [
      'the team',
      ({ world }) => `/dashboard/users?show=deactivated&department=${world.uidsOf(['Quality'])[0]}`,
      'Deactivated, Quality',
    ],
    [
      'an audit trail',
      ({ documents, people }) => `/dashboard/docs/${documents.effective}/audit?what=signatures&who=${people.ADMIN.uid}`,
      'Signatures, Ines Okafor',
    ],
    ['the training matrix', () => '/dashboard/reports?area=QA&gaps=yes', 'Functional area QA, Only gaps'],
  ])('prints its filters: %s', async (_, address, words) => {
    const { text } = await site.send(site.people.ADMIN, 'GET', address(site));
    const filters = /<p class="print-only">Filtered by: (.*?)<\/p>/.exec(text.replaceAll('<!-- -->', ''))?.[1];
    expect(filters).toBe(words);
  });

  it('prints no filters where none is set', async () => {
    const { text } = await site.send(site.people.ADMIN, 'GET', '/dashboard?tab=manage&show=all');
    expect(text).not.toContain('Filtered by');
  });
});

describe('a page beyond the end of a list', () => {
  it.each<[string, (site: DocumentSite) => string]>([
    ['documents', () => '/dashboard?tab=manage'],
    ['effective documents', () => '/dashboard?tab=effective'],
    ['the team', () => '/dashboard/users?show=active'],
    ['an audit trail', ({ documents }) => `/dashboard/docs/${documents.effective}/audit?what=`],
    ['a user’s audit log', ({ people }) => `/dashboard/users/${people.ADMIN.uid}/audit?of=all`],
    ['a report', () => '/dashboard/reports/all-users?gaps='],
    ['the training matrix', () => '/dashboard/reports?across=99'],
  ])('is the last page of %s', async (_, address) => {
    for (const page of ['99', '99999999999999999999']) {
      const { status, text } = await site.send(site.people.ADMIN, 'GET', `${address(site)}&page=${page}`);
      expect(status).toBe(200);
      const range = text.replaceAll('<!-- -->', '').match(/>(\d+) to (\d+) of (\d+) /) ?? [];
      const [from, to, total] = range.slice(1).map(Number);
      expect(to).toBe(total);
      expect(from).toBeLessThanOrEqual(to ?? 0);
      expect(mainOf(text)).not.toContain('No matches found');
      expect(mainOf(text)).toMatch(/<tbody|<ol/);
    }
  });
});

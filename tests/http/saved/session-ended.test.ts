import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { purgeSavedForms } from '#app/kit/saved-forms/saved-forms.ts';
import { isFile } from '#app/kit/cookies/pending-download.ts';
import { formOf } from '#app/organisation/forms.ts';
import { settingSections } from '#app/organisation/words/setting-words.ts';
import { sweepUploads } from '#app/adapters/storage/sweep.ts';
import { Visitor } from '#tests/support/visitor.ts';
import { pdfWithTable } from '#tests/support/files/samples.ts';
import { browserOf, deleteSavedForms, invitation, invite, savedRows } from './saved-forms.ts';
import { openSite, type Site } from '#tests/http/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => deleteSavedForms(site));
afterAll(() => site.close());

const rows = () => savedRows(site);
const note = 'It is saved but not sent';

/** A browser in which somebody signed in and whose session has ended. */
async function signedOut(who: { email: string; password: string }): Promise<Visitor> {
  const visitor = await browserOf(site, who);
  visitor.forget('imprimatur-session');
  return visitor;
}

describe('a form that arrives after the session has ended', () => {
  it('is restored to the same person in the same browser only', async () => {
    const { admin } = site.ours;
    const browser = await signedOut(admin);
    const refused = await browser.post(invite, invitation(admin.uid));
    expect(refused.status).toBe(302);
    expect(refused.headers.get('location')).toBe('/?redirect=%2Fdashboard%2Fusers%2Finvite');
    expect(await (await browser.get('/')).text()).toContain(
      'Your session has ended. Sign in again: what you typed is saved.',
    );

    const second = await browserOf(site, admin);
    expect(await (await second.get(invite)).text()).not.toContain(note);

    const other = site.theirs.admin;
    await browser.signIn(other.email, other.password);
    const theirs = await (await browser.get(invite)).text();
    expect(theirs).not.toContain(note);
    expect(theirs).not.toContain('Nowak');

    await browser.signIn(admin.email, admin.password);
    const ours = await (await browser.get(invite)).text();
    expect(ours).toContain(note);
    expect(ours).toMatch(/value="Nowak &amp; Daughters"/);
    expect(await site.services.identity.accounts.find('zofia@northmere.example')).toBeNull();
    expect(await (await browser.get('/dashboard/users')).text()).not.toContain(note);

    const departments = await site.services.database.read(admin.org, (db) =>
      db.selectFrom('read.department').select('uid').execute(),
    );
    const sent = { ...invitation(admin.uid), departments: departments.map(({ uid }) => uid) };
    expect((await browser.post(invite, sent)).status).toBe(303);
    expect(await (await browser.get(invite)).text()).not.toContain(note);
    expect(await rows()).toEqual([]);
  });

  it('is reported as not recorded where none of its fields may be saved', async () => {
    const { author, documents } = site.ours;
    const browser = await signedOut(author);
    const page = `/dashboard/approve/${documents.inReview}?decision=approve`;
    const signature = { email: author.email, password: author.password, signedName: 'A. Author', consent: 'on' };
    const refused = await browser.post(page, { ...signature, approval: randomUUID(), person: author.uid });
    expect(refused.headers.get('location')).toBe(`/?${new URLSearchParams({ redirect: page }).toString()}`);
    expect(await (await browser.get('/')).text()).toContain('Your session has ended, and nothing was recorded.');
    expect(await rows()).toEqual([]);
  });

  it('is saved without fields that no form of the product has', async () => {
    const { admin } = site.ours;
    const browser = await signedOut(admin);
    const strange = { 'na\0me': 'x', 'list[9]': 'x', __proto: 'x', '': 'x' };
    const refused = await browser.post(invite, { ...invitation(admin.uid), ...strange });
    expect(refused.status).toBe(302);
    const [saved] = await rows();
    expect([...new Set(saved?.fields.map(([name]) => name))]).toEqual([
      'firstName',
      'lastName',
      'email',
      'role',
      'departments',
    ]);
  });

  it('is refused and not saved where the request is incomplete', async () => {
    const { author, documents } = site.ours;
    const signedIn = await browserOf(site, author);
    const field = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const type = 'multipart/form-data; boundary=x';
    const broken = new Blob([field('person', author.uid), field('name', 'A title')], { type });
    for (const browser of [signedIn, await signedOut(author)]) {
      for (const page of ['/dashboard/docs/create', `/dashboard/docs/${documents.inReview}/revise`, '/verify']) {
        const answer = await browser.post(page, broken);
        expect([page, answer.status]).toEqual([page, 400]);
        expect(await answer.text()).toContain('The request could not be read.');
      }
    }
    expect(await rows()).toEqual([]);
  });

  it('is restored on the page of a periodic review', async () => {
    const { admin, documents } = site.ours;
    const browser = await signedOut(admin);
    const page = `/dashboard/docs/${documents.effective}/periodic-review`;
    await browser.post(page, { outcome: 'no_change_needed', comment: 'Still how it is done.', person: admin.uid });
    await browser.signIn(admin.email, admin.password);
    const back = await (await browser.get(page)).text();
    expect(back).toContain('Still how it is done.');
    expect(back).toMatch(/<input[^>]*value="no_change_needed"[^>]*checked=""|checked=""[^>]*value="no_change_needed"/);
  });

  it('is deleted when its person discards it', async () => {
    const { admin } = site.ours;
    const browser = await signedOut(admin);
    await browser.post(invite, invitation(admin.uid));
    await browser.signIn(admin.email, admin.password);
    const answer = await browser.post('/dashboard/saved-forms', { keep: 'discard', page: invite });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, invite]);
    expect(await (await browser.get(invite)).text()).not.toContain(note);
    expect(await rows()).toEqual([]);
  });

  it('saves only the reason of a signature, and nothing of a change of password', async () => {
    const { approver, documents } = site.ours;
    const browser = await signedOut(approver);
    await browser.post(`/dashboard/approve/${documents.inReview}?decision=reject`, {
      email: approver.email,
      password: approver.password,
      signedName: 'Marit Solheim',
      consent: 'on',
      reason: 'Step 4 is not possible.',
      approval: documents.inReview,
      commandId: 'a'.repeat(20),
      person: approver.uid,
    });
    const secret = 'a-new-secret-of-mine-31';
    await browser.post('/change', {
      currentPassword: approver.password,
      newPassword: secret,
      confirmPassword: secret,
      person: approver.uid,
    });
    expect(await rows()).toMatchObject([
      {
        page: `/dashboard/approve/${documents.inReview}?decision=reject`,
        fields: [['reason', 'Step 4 is not possible.']],
      },
    ]);
  });

  it('saves every setting of a section, including the password policy', async () => {
    const { admin } = site.ours;
    const { name, settings } = await organisation(admin.org);
    const values = { ...formOf(name, settings), passwordPolicy: 61, sessionWhole: 9 };
    const sent = {
      ...Object.fromEntries(settingSections['ways-in'].fields.map((field) => [field, String(values[field])])),
      reason: 'Our new policy.',
    };
    const browser = await signedOut(admin);
    await browser.post('/dashboard/settings/ways-in', { ...sent, expectedVersion: '1', person: admin.uid });
    const [saved] = await rows();
    expect(Object.fromEntries(saved?.fields ?? [])).toEqual({ ...sent, expectedVersion: '1' });
    await browser.signIn(admin.email, admin.password);
    const page = await (await browser.get('/dashboard/settings/ways-in')).text();
    expect(/<input[^>]*name="passwordPolicy"[^>]*>/.exec(page)?.[0]).toContain('value="61"');
  });

  const organisation = (org: string) =>
    site.services.database.read(org, (db) =>
      db.selectFrom('read.organisation').select(['name', 'settings']).executeTakeFirstOrThrow(),
    );

  it.each([
    ['a visitor', async () => new Visitor(site.server.url), () => site.ours.admin.uid],
    ['a page that another person opened', () => signedOut(site.ours.admin), () => site.ours.author.uid],
    ['a form without a person', () => signedOut(site.ours.admin), () => ''],
    ['a deactivated person', () => deactivated(), () => site.ours.outsider.uid],
  ])('saves nothing from %s', async (_, openBrowser, person) => {
    const browser = await openBrowser();
    const answer = await browser.post(invite, invitation(person()));
    expect(answer.status).toBe(302);
    expect(await rows()).toEqual([]);
  });

  async function deactivated(): Promise<Visitor> {
    const { admin, outsider } = site.ours;
    const browser = await signedOut(outsider);
    await site.send(admin, 'POST', `/dashboard/users/${outsider.uid}/deactivate`, {});
    return browser;
  }

  it('saves the files of a document form and attaches them after signing in', async () => {
    const { author } = site.ours;
    const browser = await signedOut(author);
    const form = new FormData();
    for (const [name, value] of [
      ['person', author.uid],
      ['name', 'Storage of Reagents'],
      ['version', '1.0'],
      ['send', 'on'],
    ] as const)
      form.set(name, value);
    form.set(
      'finalFile',
      new File([new Uint8Array(await pdfWithTable(1))], 'storage of reagents.pdf', { type: 'application/pdf' }),
    );
    const page = '/dashboard/docs/create?name=Storage';
    expect((await browser.post(page, form)).status).toBe(302);
    await browser.signIn(author.email, author.password);
    const shown = await (await browser.get(page)).text();
    expect(shown).toContain(note);
    expect(shown).toContain('storage of reagents.pdf');
    expect(shown).toContain('Storage of Reagents');
    const again = await (await browser.get('/dashboard/docs/create?name=Another')).text();
    expect(again.replaceAll('<!-- -->', '')).toContain('1 unfinished document');

    const late = { ...site.services, now: () => new Date(Date.now() + 3 * 86_400_000).toISOString() };
    await sweepUploads(late);
    expect(await (await browser.get(page)).text()).toContain('storage of reagents.pdf');
    const days = (count: number) => purgeSavedForms(late, count * 86_400_000);
    expect(await days(14)).toBe(0);
    expect(await days(2)).toBe(1);
    expect((await sweepUploads(late)).removed).toBeGreaterThan(0);
    expect(await (await browser.get(page)).text()).not.toContain(note);
  });
});

describe('an address', () => {
  it.each([
    '/docs/1/audit/export.csv',
    '/docs/1/files/2.0/final?purpose=training',
    '/docs/1/evidence.zip',
    '/reports/made/1/file',
    '/reports/training-matrix/csv?asof=7',
    '/settings/certificate.pem',
    '/users/1/audit/export.pdf',
  ])('/dashboard%s is the address of a file', (path) => expect(isFile(`/dashboard${path}`)).toBe(true));

  it.each([
    '',
    '?tab=training',
    '/docs/1',
    '/docs/1/audit',
    '/reports/training-matrix',
    '/reports/made/1',
    '/users/1/edit',
  ])('/dashboard%s is the address of a page', (path) => expect(isFile(`/dashboard${path}`)).toBe(false));
});

describe('a file that is requested after the session has ended', () => {
  const record = '/dashboard/reports/training-record/pdf';

  it('redirects to sign-in and back to the page with its link, or to the file itself', async () => {
    const { employee } = site.ours;
    const browser = await signedOut(employee);
    const ways: [referer: string, back: string][] = [
      [`${site.server.url}/dashboard?tab=effective`, '/dashboard?tab=effective'],
      ['https://other.example/list', record],
      [`${site.server.url}/`, record],
      ['', record],
    ];
    for (const [referer, back] of ways) {
      const { headers } = await browser.get(record, { referer });
      expect(headers.get('location')).toBe(`/?redirect=${encodeURIComponent(back)}`);
    }
  });

  it('is requested by the page that opens after signing in', async () => {
    const { email, password } = site.ours.employee;
    const browser = new Visitor(site.server.url);
    const { headers } = await browser.post(`/?index&redirect=${encodeURIComponent(record)}`, { email, password });
    expect(headers.get('location')).toBe('/dashboard');
    expect(headers.get('x-remix-reload-document')).toBe('true');
    const opened = await browser.get('/dashboard');
    expect([opened.status, opened.headers.get('refresh')]).toEqual([200, `0;url=${record}`]);
    expect((await browser.get('/dashboard')).headers.get('refresh')).toBeNull();
    const page = await (await browser.get('/dashboard')).text();
    const link = new RegExp(`<a [^>]*href="${record}"[^>]*>`).exec(page)?.[0];
    expect(link).toBeDefined();
    // With `download` the browser would save a sign-in page as the file.
    expect(link).not.toContain('download');
  });
});

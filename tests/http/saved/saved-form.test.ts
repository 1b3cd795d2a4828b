import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openFile } from '#app/documents/commands/open-file.ts';
import { Visitor } from '#tests/support/visitor.ts';
import { browserOf, deleteSavedForms, invitation, invite, savedRows } from './saved-forms.ts';
import { openSite, type Site } from '#tests/http/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => deleteSavedForms(site));
afterAll(() => site.close());

const rows = () => savedRows(site);

describe('a form that is sent twice', () => {
  const names = async () => {
    const { org } = site.ours.admin;
    const rows = await site.services.database.read(org, (db) =>
      db.selectFrom('read.department').select(['uid', 'name']).orderBy('name').execute(),
    );
    return new Map(rows.map(({ name, uid }) => [name, uid]));
  };

  it('is recorded once, and recorded again when its values changed', async () => {
    const { admin } = site.ours;
    const browser = await browserOf(site, admin);
    const create = '/dashboard/departments/create';
    const form = { name: 'Filling Lime', returnTo: '/dashboard/departments', commandId: randomUUID() };
    expect((await browser.post(create, form)).status).toBe(303);
    expect((await browser.post(create, form)).status).toBe(303);
    expect((await browser.post(create, { ...form, name: 'Filling Line' })).status).toBe(303);
    const made = await names();
    expect([...made.keys()]).toEqual(expect.arrayContaining(['Filling Lime', 'Filling Line']));

    const edit = `/dashboard/departments/${made.get('Filling Lime')}/edit`;
    const renaming = { ...form, name: 'Packing Lime', expectedVersion: '1', commandId: randomUUID() };
    expect((await browser.post(edit, renaming)).status).toBe(303);
    expect((await browser.post(edit, renaming)).status).toBe(303);
    const corrected = await browser.post(edit, { ...renaming, name: 'Packing Line' });
    expect(corrected.status).toBe(412);
    expect(await corrected.text()).toContain('You changed it on');
    expect([...(await names()).keys()]).toContain('Packing Lime');
  });

  it('is refused when another person sends it with a wrong password', async () => {
    const { world, admin, approver, documents } = site.ours;
    const document = documents.inReview;
    await world.act(admin, openFile, { document, version: '1.0', kind: 'final', purpose: 'approval' });
    const sign = `/dashboard/approve/${document}?decision=approve`;
    const mine = await browserOf(site, admin);
    const [, approval = ''] = /name="approval" value="([^"]+)"/.exec(await (await mine.get(sign)).text()) ?? [];
    const signature = { email: admin.email, password: admin.password, signedName: 'Ines Okafor', consent: 'on' };
    const form = { ...signature, approval, commandId: randomUUID() };
    expect((await mine.post(sign, form)).status).toBe(303);
    expect((await mine.post(sign, form)).status).toBe(303);

    const theirs = await browserOf(site, approver);
    const refused = await theirs.post(sign, { ...form, password: 'a guess' });
    expect(refused.status).toBe(403);
    expect(await refused.text()).not.toContain('You approved');
  });
});

describe('a form that is left in order to create a department', () => {
  it('is restored when its person returns, and invites nobody', async () => {
    const { admin } = site.ours;
    const browser = await browserOf(site, admin);
    const left = await browser.post(invite, { ...invitation(admin.uid), email: '', instead: 'department' });
    expect(left.status).toBe(302);
    const create = left.headers.get('location') ?? '';
    expect(create).toBe(`/dashboard/departments/create?returnTo=${encodeURIComponent(invite)}`);
    const made = await browser.post(create, { name: 'Weighing', returnTo: invite, commandId: randomUUID() });
    expect(made.headers.get('location')).toBe(invite);
    const back = await (await browser.get(invite)).text();
    expect(back).toContain('Weighing');
    expect(back).toMatch(/value="Nowak &amp; Daughters"/);
    expect(back, 'the new one is ticked').toMatch(/checked="" value="[^"]+"\/><span>Weighing/);
    expect(JSON.stringify(await rows())).not.toContain('instead');
  });
});

describe('a document form that is being filled in', () => {
  const page = '/dashboard/docs/create?name=Balances';
  const typed = (person: string, more: Record<string, string> = {}) => ({
    keep: 'draft',
    page,
    person,
    name: 'Balances',
    docNum: '123',
    ...more,
  });

  it('is saved for its person in every browser until it is sent', async () => {
    const { author, approver } = site.ours;
    const [one, two, stranger] = [1, 2, 3].map(() => new Visitor(site.server.url)) as [Visitor, Visitor, Visitor];
    await one.signIn(author.email, author.password);
    const saved = await one.post('/dashboard/saved-forms', typed(author.uid));
    expect([saved.status, await saved.json()]).toEqual([200, { at: expect.any(String) as string }]);
    await two.signIn(author.email, author.password);
    expect(await (await two.get(page)).text()).toMatch(/value="123"/);
    await stranger.signIn(approver.email, approver.password);
    expect(await (await stranger.get(page)).text()).not.toMatch(/value="123"/);

    one.forget('imprimatur-session');
    const late = await one.post('/dashboard/saved-forms', typed(author.uid, { docNum: '124' }));
    expect([late.status, await late.json()]).toEqual([401, { saved: true, page }]);
    await one.signIn(author.email, author.password);
    expect(await (await one.get(page)).text()).toMatch(/value="124"/);
    expect(await (await two.get(page)).text()).toMatch(/value="123"/);
    await one.post('/dashboard/saved-forms', { keep: 'discard', page });
    expect(await rows()).toEqual([]);
  });

  it('is discarded from the form of another document', async () => {
    const { author } = site.ours;
    const browser = await browserOf(site, author);
    await browser.post('/dashboard/saved-forms', typed(author.uid));
    const other = '/dashboard/docs/create?name=Another+one';
    const form = /<form[^>]*action="\/dashboard\/saved-forms".*?<\/form>/.exec(
      await (await browser.get(other)).text(),
    )?.[0];
    const fields = [...(form ?? '').matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
    const answer = await browser.post('/dashboard/saved-forms', Object.fromEntries(fields) as Record<string, string>);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, other]);
    expect(await rows()).toEqual([]);
  });

  it('is saved separately for each tab at the same address, and deleted when it is sent', async () => {
    const { author } = site.ours;
    const [first, second] = [randomUUID(), randomUUID()];
    const browser = await browserOf(site, author);
    const keep = (document: string, name: string) =>
      browser.post('/dashboard/saved-forms', typed(author.uid, { document, name }));
    await keep(first, 'Balances');
    await keep(second, 'Pipettes');
    await keep(first, 'Balances, Analytical');
    const names = async () => (await rows()).map(({ fields }) => Object.fromEntries(fields).name).sort();
    expect(await names()).toEqual(['Balances, Analytical', 'Pipettes']);
    const shown = await (await browser.get(page)).text();
    expect(shown).toMatch(/value="Balances, Analytical"/);
    expect(shown.replaceAll('<!-- -->', '')).toMatch(/1 unfinished document.*Pipettes/s);
    const beside = `${page}&form=${second}`;
    expect(shown).toContain(beside.replace('&', '&amp;'));
    expect(await (await browser.get(beside)).text()).toMatch(/value="Pipettes"/);

    browser.forget('imprimatur-session');
    const late = await browser.post(page, typed(author.uid, { document: second, name: 'Pipettes, Sent Late' }));
    expect(late.headers.get('location')).toBe(`/?${new URLSearchParams({ redirect: beside }).toString()}`);
    await browser.post(page, typed(author.uid, { document: first, name: 'Balances, Sent Late' }));
    await browser.signIn(author.email, author.password);
    expect(await names()).toEqual(expect.arrayContaining(['Balances, Sent Late', 'Pipettes, Sent Late']));

    const details = { type: 'SOP', functionalArea: 'QA', docNum: '123', version: '1.0', person: author.uid };
    const sent = await browser.post(page, { ...details, document: second, name: 'Pipettes', commandId: randomUUID() });
    expect(sent.headers.get('location')).toBe(`/dashboard/docs/${second}/revise`);
    expect(new Set(await names())).toEqual(new Set(['Balances, Analytical', 'Balances, Sent Late']));
  });

  it('is refused where it is no document form, too long, or made for another person', async () => {
    const { author, approver } = site.ours;
    const browser = await browserOf(site, author);
    const tries = [
      typed(author.uid, { page: '/dashboard/users/invite' }),
      typed(author.uid, { name: 'x'.repeat(70_000) }),
      typed(approver.uid),
    ];
    for (const one of tries) expect((await browser.post('/dashboard/saved-forms', one)).status).toBe(422);
    expect(await rows()).toEqual([]);
  });
});

describe('a form that was opened by another person', () => {
  it('is refused and records nothing', async () => {
    const { admin, author } = site.ours;
    const browser = await browserOf(site, admin);
    const answer = await browser.post('/dashboard/departments/create', { name: 'Night Shift', person: author.uid });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('Someone else has signed in with this browser');
  });
});

describe('a form that is refused on an error page', () => {
  it('names the refusal to a signed-in person and links to the documents', async () => {
    const { author } = site.ours;
    const browser = await browserOf(site, author);
    const refused = async (path: string, form: Record<string, string>) => {
      const answer = await browser.post(path, { person: author.uid, commandId: randomUUID(), ...form });
      const text = await answer.text();
      expect(text).toContain('Go to my documents');
      expect(text).toContain(author.email);
      expect(text).toContain('What you sent was not recorded.');
      expect(text).not.toContain('nothing was lost');
      return { status: answer.status, text };
    };
    const missing = await refused(`/dashboard/docs/${site.ours.documents.discarded}/revise`, {
      name: 'A Plan Given Up',
    });
    expect(missing.status).toBe(404);
    expect(missing.text).toContain('Record not found');
    const ofAdmins = await refused(invite, { firstName: 'Zofia' });
    expect(ofAdmins.status).toBe(403);
    expect(ofAdmins.text).toContain('Your role does not allow this.');
    const others = await refused(invite, { firstName: 'Zofia', person: site.ours.admin.uid });
    expect(others.status).toBe(409);
    expect(others.text).toContain('Someone else signed in with this browser after you opened this page.');
    const page = await browser.get(`/dashboard/docs/${site.ours.documents.discarded}/revise`);
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('Nothing was changed and nothing was lost.');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profile } from '#tests/http/catalogue.ts';
import { textsOf } from '#tests/http/controls.ts';
import { openSite, toastOf, type Site } from '#tests/http/site.ts';
import { browserOf } from './saved-forms.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** Forms that two admins save at the same time. */
const saves = [
  [
    'a person',
    () => `/dashboard/users/${site.theirs.approver.uid}/edit`,
    (lastName: string) => ({ ...profile(site), departments: site.theirs.world.uidsOf(['Laboratory']), lastName }),
    'There was a problem editing this user.',
    'Last name',
  ],
  [
    'a department',
    () => `/dashboard/departments/${site.theirs.world.uidsOf(['Laboratory'])[0]}/edit`,
    (name: string) => ({ name }),
    'There was a problem updating this department.',
    null,
  ],
  [
    'the settings',
    () => '/dashboard/settings/organisation',
    (name: string) => ({ timeZone: 'UTC', reason: 'As agreed.', name }),
    'There was a problem saving the settings.',
    'Organisation',
  ],
] as const;

describe('two admins who save the same form', () => {
  it.each(saves)('the second save is refused and keeps its values: %s', async (_, path, typed, failed, differs) => {
    const by = site.theirs.admin;
    const versionIn = (html: string) => /name="expectedVersion" value="(\d+)"/.exec(html)?.[1] ?? 'none';
    const send = (value: string, expectedVersion: string) =>
      site.send(by, 'POST', path(), { ...typed(value), expectedVersion, person: by.uid });
    const seen = versionIn((await site.send(by, 'GET', path())).text);
    expect((await send('Adeyemi', seen)).status).toBe(303);
    const refused = await send('Bianchi', seen);
    expect(refused.status).toBe(412);
    const said = textsOf(refused.text).join(' ');
    expect(said).toContain(
      `${failed} It was changed after you opened it, and nothing was recorded. You changed it on `,
    );
    expect(said).toContain('What you typed is still here. Check what changed, then send it again.');
    expect(refused.text).toContain('value="Bianchi"');
    // The page also shows the saved value.
    expect(said).toContain('Adeyemi');
    if (differs)
      expect(said).toMatch(new RegExp(`What is saved differs from what stands in the form: .*${differs} +Adeyemi`));
    const next = versionIn(refused.text);
    expect(Number(next)).toBeGreaterThan(Number(seen));
    expect((await send('Bianchi', next)).status).toBe(303);
  });

  it('a section of the settings leaves those of the others as they are', async () => {
    const by = site.theirs.admin;
    const factor = { secondFactor: 'off', factorAtSigning: 'each_signature' };
    const passwords = { passwordPolicy: '61', lockoutFailures: '5', lockoutWithin: '15', lockoutFor: '15' };
    const rest = { sessionIdle: '30', sessionWhole: '12', invitationDays: '1', reason: 'Our new policy.' };
    const save = (section: string, form: Record<string, string>) =>
      site.send(by, 'POST', `/dashboard/settings/${section}`, { ...form, person: by.uid });
    expect((await save('ways-in', { ...factor, ...passwords, ...rest })).status).toBe(303);
    expect((await save('organisation', { name: 'Marlowe', timeZone: 'UTC', reason: 'Renamed.' })).status).toBe(303);
    const { text } = await site.send(by, 'GET', '/dashboard/settings/ways-in');
    expect(/<input[^>]*name="passwordPolicy"[^>]*>/.exec(text)?.[0]).toContain('value="61"');
  });

  it('the audit log lists each setting with its name and the reason', async () => {
    const by = site.theirs.admin;
    const texts = textsOf((await site.send(by, 'GET', `/dashboard/users/${by.uid}/audit`)).text);
    expect(texts).toContain('Organisation');
    expect(texts).not.toContain('Title');
    expect(texts.join(' ')).toContain('As agreed.');
  });

  it('an action of the edited person on their own account is no conflict', async () => {
    const { admin: by, invited: person, world } = site.theirs;
    const path = `/dashboard/users/${person.uid}/edit`;
    const expectedVersion =
      /name="expectedVersion" value="(\d+)"/.exec((await site.send(by, 'GET', path)).text)?.[1] ?? '';
    expect((await site.send(null, 'POST', '/request-code', { email: person.email })).status).toBe(303);
    const form = { ...profile(site), departments: world.uidsOf(['Quality']), expectedVersion };
    expect((await site.send(by, 'POST', path, form)).status).toBe(303);
  });
});

describe('a list of people', () => {
  const many = '/dashboard/users/invite-many';

  it('is invited once, whose form was sent twice', async () => {
    const by = site.theirs.admin;
    const list = 'First name;Last name;Email;Departments\nZofia;Nowak;zofia.listed@northmere.example;Quality';
    const form = { list, act: 'invite', commandId: 'zofia-is-invited-once', person: by.uid };
    for (const answer of [await site.send(by, 'POST', many, form), await site.send(by, 'POST', many, form)])
      expect(toastOf(answer).text).toContain('You successfully invited 1 person.');
  });

  it('is shown as text to mend where it came as a file', async () => {
    const form = new FormData();
    form.set('list', '');
    form.set('file', new File(['Email;Last name\nzofia.filed@northmere.example;Müller & Nowak'], 'people.xlsx'));
    const browser = await browserOf(site, site.theirs.admin);
    const text = await (await browser.post(many, form)).text();
    const area = /<textarea[^>]*>([^<]*)/.exec(text)?.[1]?.trim();
    expect(area).toBe(
      'First name,Last name,Email,Role,Departments\n,Müller &amp; Nowak,zofia.filed@northmere.example,,',
    );
    expect(textsOf(text)).toContain('1 of 1 row has a problem. Nobody was invited.');
    expect(textsOf(text)).toContain('First name: This field is required. Departments: This field is required.');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rescheduleDocument } from '#app/commands/document/reschedule.ts';
import type { Person } from '#app/demo/world.ts';
import { mainOf } from './controls.ts';
import { toastOf, type Form } from './site.ts';
import { openStandings, type Onlooker, type Standings } from './fixtures.ts';

let site: Standings;

beforeAll(async () => {
  site = await openStandings();
}, 240_000);

afterAll(() => site.close());

describe('a form for what somebody else changed meanwhile', () => {
  it('is refused with who and when, keeps what was typed, and is then for what is there', async () => {
    const path = `/dashboard/docs/${site.documents.draft}/revise`;
    const seen = async () => {
      const { text } = await site.send(site.people['AUTHOR owner'], 'GET', path);
      return /name="expectedVersion" value="(\d+)"/.exec(text)?.[1] ?? '';
    };
    const fields = { act: 'draft', type: 'SOP', functionalArea: 'QA', docNum: '001', version: '1.0', send: '' };
    const files = async () => {
      const { text } = await site.send(site.people['AUTHOR owner'], 'GET', path);
      const key = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';
      return { workingKey: key('workingKey'), finalKey: key('finalKey') };
    };
    const expectedVersion = await seen();
    const save = async (role: Onlooker, name: string, version: string) =>
      site.send(site.people[role], 'POST', path, { ...fields, ...(await files()), name, expectedVersion: version });
    expect((await save('ADMIN', 'Change Control, by the admin', expectedVersion)).status).toBe(303);
    const refused = await save('AUTHOR owner', 'Change Control, by the owner', expectedVersion);
    expect(refused.status).toBe(412);
    expect(refused.text).toMatch(
      /Unable to revise document\. It was changed after you opened it, and nothing was recorded\. Ines Okafor changed it on \d\d \w{3} \d{4} \d\d:\d\d UTC\. What you typed is still here\./,
    );
    expect(refused.text).toContain('Change Control, by the owner');
    const next = /name="expectedVersion" value="(\d+)"/.exec(refused.text)?.[1] ?? '';
    expect(Number(next)).toBeGreaterThan(Number(expectedVersion));
    expect((await save('AUTHOR owner', 'Change Control, by the owner', next)).status).toBe(303);
  });

  it('is told where the document is by then, and promises no form that does not stand there', async () => {
    const path = `/dashboard/docs/${site.documents.effective}`;
    const fields = { effectiveDate: '04 Jan 2990', departments: site.world.uidsOf(['Quality']), expectedVersion: '1' };
    const told = await site.send(site.people.ADMIN, 'POST', `${path}/publish`, fields);
    expect([told.status, told.location]).toEqual([303, path]);
    expect(toastOf(told).text).toMatch(
      /^Unable to publish document\. It was changed after you opened it, and nothing was recorded\. .* on .* UTC\.$/,
    );
  });

  it.each([
    ['the date that has come', { effectiveDate: '04 Jan 2026' }],
    ['nothing', { effectiveDate: '' }],
  ])('is told so on the way to what came into force meanwhile, where it holds %s', async (_, typed) => {
    const path = `/dashboard/docs/${site.documents.effective}`;
    const fields = { act: 'schedule', departments: site.world.uidsOf(['Quality']), expectedVersion: '1', ...typed };
    const told = await site.send(site.people.ADMIN, 'POST', `${path}/publish`, fields);
    expect([told.status, told.location]).toEqual([303, path]);
    expect(toastOf(told).text).toMatch(/^Unable to update document\. It was changed after you opened it, /);
  });

  it('is told so on the page of what came into force meanwhile, and not that its date lies behind', async () => {
    const path = `/dashboard/docs/${site.documents.effective}`;
    const fields = { effectiveDate: '04 Jan 2026', departments: site.world.uidsOf(['Quality']), expectedVersion: '1' };
    const { status, text } = await site.send(site.people.ADMIN, 'POST', path, fields);
    expect(status).toBe(412);
    expect(text).toContain('Unable to update document. It was changed after you opened it, and nothing was recorded.');
    expect(text).not.toContain('Choose a date in the future');
  });

  it('is told so on the page of what was retired meanwhile, which has no form any more', async () => {
    const path = `/dashboard/docs/${site.documents.retired}/revise`;
    const fields = { act: 'revision', name: 'Paper Archive', version: '2.0', approvers: site.people.ADMIN.uid };
    const told = await site.send(site.people['AUTHOR owner'], 'POST', path, { ...fields, expectedVersion: '1' });
    expect([told.status, told.location]).toEqual([303, path]);
    expect(toastOf(told).text).toBe(
      'Unable to revise document. It was changed after you opened it, and nothing was recorded.',
    );
  });

  it('is a revision’s form with a PDF of its own to choose where the draft was sent off', async () => {
    const { world, people } = site;
    const details = { name: 'Glassware', type: 'SOP', functionalArea: 'QA', docNum: '078' };
    const owner = people['AUTHOR owner'];
    const path = `/dashboard/docs/${await world.create(owner, { ...details, send: false })}/revise`;
    const { text } = await site.send(owner, 'GET', path);
    const hidden = [...mainOf(text).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const fields = Object.fromEntries(hidden.map(([, name, value]) => [name, value]));
    const draft = {
      act: 'draft',
      ...details,
      version: '1.0',
      approvers: people.ADMIN.uid,
      expectedVersion: fields.expectedVersion,
    };
    const form = { ...draft, workingKey: fields.workingKey, finalKey: fields.finalKey } as Record<string, string>;
    expect((await site.send(people.ADMIN, 'POST', path, { ...form, send: 'on' })).status).toBe(303);
    const refused = await site.send(owner, 'POST', path, { ...form, send: '' });
    expect(refused.status).toBe(412);
    expect(refused.text).toContain(`name="workingKey" value="${fields.workingKey}"`);
    expect(refused.text).not.toContain('name="finalKey"');
  });

  it('rests on what its typist has seen after a preview, and after a try that did not fit', async () => {
    const { documents, people, world } = site;
    const [quality, both] = [world.uidsOf(['Quality']), world.uidsOf(['Quality', 'Laboratory'])];
    for (const [page, fields] of [['', {}] as const, ['/publish', { act: 'schedule' }] as const]) {
      const path = `/dashboard/docs/${documents.pending}${page}`;
      const seenIn = (text: string) => /name="expectedVersion" value="(\d+)"/.exec(mainOf(text))?.[1] ?? '';
      const send = (by: Person, form: Form) => site.send(by, 'POST', path, { ...fields, ...form });
      const expectedVersion = seenIn((await site.send(people.ADMIN, 'GET', path)).text);
      const typed = { effectiveDate: '04 Feb 2990', departments: quality };
      const other = { effectiveDate: '04 Jan 2990', departments: both, expectedVersion };
      expect((await send(people.SUPER_ADMIN, other)).status).toBe(303);
      const previewed = await send(people.ADMIN, { ...typed, expectedVersion, preview: 'on' });
      expect([previewed.status, seenIn(previewed.text)]).toEqual([200, expectedVersion]);
      const unfit = await send(people.ADMIN, { ...typed, effectiveDate: 'soon', expectedVersion });
      expect([unfit.status, seenIn(unfit.text)]).toEqual([422, expectedVersion]);
      const refused = await send(people.ADMIN, { ...typed, expectedVersion });
      expect(refused.status).toBe(412);
      expect(refused.text).toContain('Saoirse Byrne changed it on ');
      expect(Number(seenIn(refused.text))).toBeGreaterThan(Number(expectedVersion));
      await world.act(people.ADMIN, rescheduleDocument, { document: documents.pending, departments: quality });
    }
  });

  it('tells whoever was slower of two who publish at the same moment', async () => {
    const { world, people } = site;
    for (const docNum of ['071', '072', '073']) {
      const details = { name: `Procedure ${docNum}`, type: 'SOP', functionalArea: 'QA', docNum };
      const path = `/dashboard/docs/${await world.create(people.ADMIN, { ...details, externallyEffective: true })}`;
      const { text } = await site.send(people.ADMIN, 'GET', `${path}/publish`);
      const expectedVersion = /name="expectedVersion" value="(\d+)"/.exec(text)?.[1] ?? '';
      const fields = { effectiveDate: '04 Jan 2026', departments: world.uidsOf(['Quality']), expectedVersion };
      const both = [people.ADMIN, people.SUPER_ADMIN].map((by) => site.send(by, 'POST', `${path}/publish`, fields));
      const answers = await Promise.all(both);
      expect(answers.map(({ status, location }) => [status, location])).toEqual([
        [303, path],
        [303, path],
      ]);
      const told = answers.map((answer) => toastOf(answer).text).toSorted();
      expect(told[0]).toMatch(/^Unable to publish document\. /);
      expect(told[1]).toMatch(/^Version 1\.0 has its final approval\. /);
    }
  });
});

describe('the page of a scheduled document', () => {
  it('tells everybody who sees it that another version is in force, and where that is', async () => {
    const { documents, people, world } = site;
    const document = documents.underRevision;
    await world.sign(people.ADMIN, document);
    await world.sign(people.AUTHOR, document);
    await world.publish(document, ['Quality'], '2990-01-04T00:00:00.000Z');
    for (const role of ['EMPLOYEE', 'AUTHOR owner'] as const) {
      const { text } = await site.send(people[role], 'GET', `/dashboard/docs/${document}`);
      const words = mainOf(text).replaceAll(/<!-- -->|<[^>]*>/g, '');
      expect(words, role).toContain('Version 2.0');
      expect(words, role).toContain('Version 1.0 stays in force until then. Download version 1.0');
      const [, href] = /href="([^"]*)">Download version/.exec(text.replaceAll('<!-- -->', '')) ?? [];
      expect((await site.send(people[role], 'GET', href?.replaceAll('&amp;', '&') ?? '')).type).toBe('application/pdf');
    }
  });
});

describe('the forms of a scheduled document', () => {
  const moment = '2990-01-04T15:30:00.000Z';
  const departments = () => site.world.uidsOf(['Quality']);

  it.each([
    ['its page', '', {}],
    ['the page of final approval', '/publish', { act: 'schedule' }],
  ])('move no moment that a call set, where %s is saved as it stands', async (_, page, fields) => {
    const { documents, people, services, world } = site;
    await world.act(people.ADMIN, rescheduleDocument, { document: documents.pending, effectiveAt: moment });
    const path = `/dashboard/docs/${documents.pending}${page}`;
    const { text } = await site.send(people.ADMIN, 'GET', path);
    const typed = /name="effectiveDate"[^>]*value="([^"]*)"/.exec(text)?.[1] ?? '';
    expect(typed).toBe('04 Jan 2990');
    const form = { ...fields, effectiveDate: typed, departments: departments() };
    const saved = await site.send(people.ADMIN, 'POST', path, form);
    expect([saved.status, toastOf(saved).text]).toEqual([303, 'Nothing was changed.']);
    const row = await services.database.read(world.org, (db) =>
      db.selectFrom('read.document').select('effective_at').where('uid', '=', documents.pending).executeTakeFirst(),
    );
    expect(row?.effective_at).toBe(moment);
  });
});

describe('a draft that an admin says is effective already', () => {
  it('stays so when its owner, who may not tick that, saves it; only an admin sends it off', async () => {
    const { world, people } = site;
    const owner = people['AUTHOR owner'];
    const details = { name: 'Paper Forms', type: 'SOP', functionalArea: 'QA', docNum: '077' };
    const path = `/dashboard/docs/${await world.create(owner, { ...details, send: false })}/revise`;
    const form = async (by: Onlooker) => {
      const { text } = await site.send(people[by], 'GET', path);
      const hidden = [...mainOf(text).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
      return { ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), ...details, version: '1.0' };
    };
    const said = { externallyEffective: 'on', declarationReason: 'Signed on paper' };
    expect(await site.send(people.ADMIN, 'POST', path, { ...(await form('ADMIN')), ...said })).toMatchObject({
      status: 303,
    });
    const typed = { ...(await form('AUTHOR owner')), name: 'Forms on Paper' };
    expect(await site.send(owner, 'POST', path, typed)).toMatchObject({ status: 303 });
    const { text } = await site.send(people.ADMIN, 'GET', path);
    expect(text).toMatch(/<input[^>]*name="externallyEffective"[^>]*checked=""/);
    expect(text).toContain('>Signed on paper</textarea>');
    const sent = await site.send(owner, 'POST', path, { ...(await form('AUTHOR owner')), send: 'on' });
    expect(sent.status).toBe(403);
    expect(sent.text).toContain('Must be an Admin user to declare a document effective outside the system.');
  });
});

describe('a form that is another role’s to send', () => {
  it.each([
    ['retire', 'effective', 'retire_requires_admin'],
    ['publish', 'approved', 'publish_requires_admin'],
  ] as const)(
    '[P11-10g] is named in the log with who sent it and why it was refused: %s',
    async (what, which, refusal) => {
      const author = site.people['AUTHOR owner'];
      const refused = await site.send(author, 'POST', `/dashboard/docs/${site.documents[which]}/${what}`, {});
      expect(refused.status).toBe(403);
      const request = refused.headers.get('x-request-id');
      const line = (await site.server.log()).find((one) => one.request === request && one.msg === 'form.refused');
      expect(line).toMatchObject({ user: author.uid, action: `document.${what}`, refusal });
    },
  );
});

describe('a form that bears the id of one sent before', () => {
  it('is another act at another page: it is carried out, and not answered as the first was', async () => {
    const { people, world } = site;
    const make = (name: string, docNum: string) =>
      world.create(people['AUTHOR owner'], {
        name,
        type: 'SOP',
        functionalArea: 'QA',
        docNum,
        approvers: [people.ADMIN],
      });
    const form = { commandId: 'one-form-for-two-pages', reason: 'No longer used.' };
    const retire = (document: string) => site.send(people.ADMIN, 'POST', `/dashboard/docs/${document}/retire`, form);
    const [first, second] = [await make('Sampling Plan', '881'), await make('Sampling Log', '882')];
    const said = [await retire(first), await retire(first), await retire(second)].map((sent) => toastOf(sent).text);
    expect(said).toEqual(['Sampling Plan is retired.', 'Sampling Plan is retired.', 'Sampling Log is retired.']);
    for (const document of [first, second]) {
      const { events } = await site.services.ledger.readStream(world.org, `document-${document}`);
      expect(events.filter(({ type }) => type === 'DocumentRetired')).toHaveLength(1);
    }
  });
});

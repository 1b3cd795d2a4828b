import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rescheduleDocument } from '#app/documents/commands/reschedule.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { mainOf } from './controls.ts';
import { toastOf, type Form } from './site.ts';
import { openDocumentSite, type RoleName, type DocumentSite } from './fixtures.ts';

let site: DocumentSite;

beforeAll(async () => {
  site = await openDocumentSite();
});

afterAll(() => site.close());

describe('a form whose document another person changed meanwhile', () => {
  it('is refused with the person and the time, keeps its values, and can be sent again', async () => {
    const path = `/dashboard/docs/${site.documents.draft}/revise`;
    const seen = async () => {
      const { text } = await site.send(site.people['AUTHOR owner'], 'GET', path);
      return /name="expectedVersion" value="(\d+)"/.exec(text)?.[1] ?? '';
    };
    const fields = { act: 'draft', type: 'SOP', functionalArea: 'QA', docNum: '901', version: '1.0', send: '' };
    const files = async () => {
      const { text } = await site.send(site.people['AUTHOR owner'], 'GET', path);
      const key = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';
      return { workingKey: key('workingKey'), finalKey: key('finalKey') };
    };
    const expectedVersion = await seen();
    const save = async (role: RoleName, name: string, version: string) =>
      site.send(site.people[role], 'POST', path, { ...fields, ...(await files()), name, expectedVersion: version });
    expect((await save('ADMIN', 'Change Control, by the admin', expectedVersion)).status).toBe(303);
    const refused = await save('AUTHOR owner', 'Change Control, by the owner', expectedVersion);
    expect(refused.status).toBe(412);
    expect(refused.text).toContain(
      'Unable to revise document. It was changed after you opened it, and nothing was recorded. Ines Okafor changed it',
    );
    expect(refused.text).toMatch(/ on \d\d \w{3} \d{4} \d\d:\d\d UTC\. What you typed is still here\./);
    expect(refused.text).toContain('Change Control, by the owner');
    const next = /name="expectedVersion" value="(\d+)"/.exec(refused.text)?.[1] ?? '';
    expect(Number(next)).toBeGreaterThan(Number(expectedVersion));
    expect((await save('AUTHOR owner', 'Change Control, by the owner', next)).status).toBe(303);
    const { text } = await site.send(site.people['AUTHOR owner'], 'GET', path);
    expect(text, 'an ID that was sent although it is read-only').not.toContain('value="901"');
    expect(text).toMatch(/Doc ID<\/label><input id="[^"]+" readOnly="" value="\d{3}"/i);
  });

  it('redirects to the page of the document where that page changed', async () => {
    const path = `/dashboard/docs/${site.documents.effective}`;
    const fields = { effectiveDate: '04 Jan 2990', departments: site.world.uidsOf(['Quality']), expectedVersion: '1' };
    const answer = await site.send(site.people.ADMIN, 'POST', `${path}/publish`, fields);
    expect([answer.status, answer.location]).toEqual([303, path]);
    expect(toastOf(answer).text).toMatch(
      /^Unable to publish document\. It was changed after you opened it, and nothing was recorded\. .* on .* UTC\.$/,
    );
  });

  it.each([
    ['a past date', { effectiveDate: '04 Jan 2026' }],
    ['nothing', { effectiveDate: '' }],
  ])(
    'redirects with the reason to a document that came into force meanwhile, with %s as its date',
    async (_, typed) => {
      const path = `/dashboard/docs/${site.documents.effective}`;
      const fields = { act: 'schedule', departments: site.world.uidsOf(['Quality']), expectedVersion: '1', ...typed };
      const answer = await site.send(site.people.ADMIN, 'POST', `${path}/publish`, fields);
      expect([answer.status, answer.location]).toEqual([303, path]);
      expect(toastOf(answer).text).toMatch(/^Unable to update document\. It was changed after you opened it, /);
    },
  );

  it('shows the reason on the page of a document that came into force meanwhile', async () => {
    const path = `/dashboard/docs/${site.documents.effective}`;
    const fields = { effectiveDate: '04 Jan 2026', departments: site.world.uidsOf(['Quality']), expectedVersion: '1' };
    const { status, text } = await site.send(site.people.ADMIN, 'POST', path, fields);
    expect(status).toBe(412);
    expect(text).toContain('Unable to update document. It was changed after you opened it, and nothing was recorded.');
    expect(text).not.toContain('Choose a date in the future');
  });

  it('redirects with the reason to the page of a document that was retired meanwhile', async () => {
    const path = `/dashboard/docs/${site.documents.retired}/revise`;
    const fields = { act: 'revision', name: 'Paper Archive', version: '2.0', approvers: site.people.ADMIN.uid };
    const answer = await site.send(site.people['AUTHOR owner'], 'POST', path, { ...fields, expectedVersion: '1' });
    expect([answer.status, answer.location]).toEqual([303, path]);
    expect(toastOf(answer).text).toBe(
      'Unable to revise document. It was changed after you opened it, and nothing was recorded.',
    );
  });

  it('becomes the form of a revision without a final PDF where the draft was submitted meanwhile', async () => {
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

  it('keeps its expected version after a preview and after an invalid value', async () => {
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

  it('refuses the second of two people who publish at the same time', async () => {
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
      const toasts = answers.map((one) => toastOf(one).text).toSorted();
      expect(toasts[0]).toMatch(/^Unable to publish document\. /);
      expect(toasts[1]).toMatch(/^Version 1\.0 has its final approval\. /);
    }
  });
});

describe('the page of a scheduled document', () => {
  it('links to the version that is in force', async () => {
    const { documents, people, world } = site;
    const document = documents.underRevision;
    await world.sign(people.ADMIN, document);
    await world.sign(people.AUTHOR, document);
    await world.publish(document, ['Quality'], '2990-01-04T00:00:00.000Z');
    for (const role of ['EMPLOYEE', 'AUTHOR owner'] as const) {
      const { text } = await site.send(people[role], 'GET', `/dashboard/docs/${document}/read`);
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
  ])('keep a moment that the API set when %s is saved unchanged', async (_, page, fields) => {
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

describe('a draft that an admin declared externally effective', () => {
  it('keeps the declaration when its owner saves it, and only an admin can submit it', async () => {
    const { world, people } = site;
    const owner = people['AUTHOR owner'];
    const details = { name: 'Paper Forms', type: 'SOP', functionalArea: 'QA', docNum: '077' };
    const path = `/dashboard/docs/${await world.create(owner, { ...details, send: false })}/revise`;
    const form = async (by: RoleName) => {
      const { text } = await site.send(people[by], 'GET', path);
      const hidden = [...mainOf(text).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
      return { ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), ...details, version: '1.0' };
    };
    const declaration = { externallyEffective: 'on', declarationReason: 'Signed on paper' };
    expect(await site.send(people.ADMIN, 'POST', path, { ...(await form('ADMIN')), ...declaration })).toMatchObject({
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

describe('a form that requires another role', () => {
  it.each([
    ['retire', 'effective', 'retire_requires_admin'],
    ['publish', 'approved', 'publish_requires_admin'],
  ] as const)('[P11-10g] is logged with its sender and the refusal: %s', async (what, which, refusal) => {
    const author = site.people['AUTHOR owner'];
    const refused = await site.send(author, 'POST', `/dashboard/docs/${site.documents[which]}/${what}`, {});
    expect(refused.status).toBe(403);
    const request = refused.headers.get('x-request-id');
    const line = (await site.server.log()).find((one) => one.request === request && one.msg === 'form.refused');
    expect(line).toMatchObject({ user: author.uid, action: `document.${what}`, refusal });
  });
});

describe('a form of final approval from a role that may not publish', () => {
  const answerTo = (role: RoleName, which: 'approved' | 'pending', form: Form) =>
    site.send(site.people[role], 'POST', `/dashboard/docs/${site.documents[which]}/publish.data`, form);

  it.each(['EMPLOYEE', 'AUTHOR', 'AUTHOR owner'] as const)(
    'is shown again with the refusal to the role %s',
    async (role) => {
      for (const [which, form] of [['approved', {}] as const, ['pending', { act: 'schedule' }] as const]) {
        const refused = await answerTo(role, which, form);
        expect(refused.status).toBe(403);
        expect(refused.text).toContain('lastResult');
        expect(refused.text).toContain('Must be an Admin user to publish a document.');
      }
    },
  );
});

describe('the form that adds an approver', () => {
  it('confirms that the approver is added', async () => {
    const { documents, people } = site;
    const path = `/dashboard/docs/${documents.inReview}/approvers`;
    const added = await site.send(people['AUTHOR owner'], 'POST', path, { approvers: people['AUTHOR owner'].uid });
    expect([added.status, added.location]).toEqual([303, path]);
    expect(toastOf(added).text).toBe('The approver is added and asked by email.');
  });
});

describe('a form with the command id of an earlier form', () => {
  it('is carried out on another page, and not taken for a repetition', async () => {
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

import { expect, it } from 'vitest';
import { editDraft } from '#app/documents/commands/edit-draft.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import type { Page } from '#app/kit/screen/screen.ts';
import { extractText } from '#app/search/jobs/extract-text.ts';
import { find } from '#app/search/queries/find.ts';
import { findAsOf } from '#app/search/queries/find-as-of.ts';
import { toFound } from '#app/search/screens/found.ts';
import { cleanText } from '#app/search/text/clean.ts';
import { officeText } from '#app/search/text/office.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { answer, asViewer } from '#tests/support/asking.ts';
import { organisation, revision, sop, type Organisation } from '#tests/support/organisation.ts';

/** The documents as the search page lists them. */
async function listed(org: Organisation, person: Person, q: string) {
  const ask = (async (query, input) => answer(org, person, query, input)) as Page['ask'];
  const { groups } = await toFound({ viewer: await asViewer(org.services, person), ask }, { q, limit: 8 });
  const items = groups.find(({ title }) => title === 'Documents')?.items ?? [];
  return items.map(({ label, number }) => `${number}: ${label}`);
}

const named = async (org: Organisation, q: string) =>
  (await answer(org, org.admin, find, { q })).documents.map(({ name }) => name);

it('by screen: the version in force comes first, then the one under way, each under its own title', async () => {
  const org = await organisation();
  const { world, author, other, employee } = org;
  const document = await world.create(author, { ...sop('117', 'Cleaning of Vessels'), approvers: [other] });
  await world.sign(other, document);
  await world.publishNow(document, ['Laboratory']);
  await world.act(author, reviseDocument, await revision(org, document, author, '2.0', [other], 'Washing of Vessels'));
  const both = ['SOP - QA - 117, version 1.0: Cleaning of Vessels', 'SOP - QA - 117, version 2.0: Washing of Vessels'];
  for (const q of ['qa 117', 'vessels', 'cleaning', 'washing', 'v2.0', 'qa-117 v1.0', 'vessels version 2.0'])
    expect([q, await listed(org, author, q)]).toEqual([q, both]);
  expect(await listed(org, author, 'qa 117 v3.0')).toEqual([]);
  expect(await listed(org, employee, 'qa 117')).toEqual([both[0]]);
});

it('by screen: 17-2 finds the form 017-02, as do its other spellings, now and in the past', async () => {
  const org = await organisation();
  const { world, author, admin, services } = org;
  const form = { ...sop('017-02', 'Cleaning Log'), type: 'Form' as const, send: false };
  const document = await world.create(author, form);
  for (const q of ['17-2', '017-2', '17-02', '17–2', 'Form QA 17-2', '017-02', '01702'])
    expect([q, await named(org, q)]).toEqual([q, ['Cleaning Log']]);
  for (const q of ['17-3', '7-2']) expect([q, await named(org, q)]).toEqual([q, []]);
  const until = services.now();
  await world.act(author, editDraft, { ...form, docNum: '018-01', version: '1.0', approvers: [], document });
  const then = await answer(org, admin, findAsOf, { q: '17-2', until });
  expect(then).toMatchObject({ documents: [{ docNum: '017-02' }] });
});

it('by screen: 17-2, v2.0 and a word broken at a soft hyphen are found inside documents', async () => {
  const org = await organisation();
  const { world, services, author } = org;
  const sections = [
    { heading: 'Procedure', paragraphs: ['Use SOP-17-2 in the form v2.0 and record the cali\u00ADbration.'] },
  ];
  const document = await world.create(author, { ...sop('050', 'Weighing'), send: false, sections });
  await extractText(services, world.org, document);
  for (const q of ['17-2', 'sop-17-2', 'calibration', 'v2.0 calibration'])
    expect([q, await named(org, q)]).toEqual([q, ['Weighing']]);
  expect(await named(org, '2-17')).toEqual([]);
});

it('by import: a line that ends at a soft hyphen does not end its word, and a hyphen of Word stays one', async () => {
  for (const broken of ['cali\u00ADbration', 'cali\u00AD\nbration', 'cali\u00AD \r\n bration', 'cali\uFFFEbration'])
    expect(cleanText(broken)).toBe('calibration');
  const xml = Buffer.from('<w:p>Form 17<w:noBreakHyphen/>2, cali<w:softHyphen/>bration</w:p>');
  const file = {
    size: xml.length,
    read: (start: number, length: number) => Promise.resolve(xml.subarray(start, start + length)),
  };
  expect(cleanText(await officeText(file))).toBe('Form 17-2, calibration');
});

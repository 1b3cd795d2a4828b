import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { extractText } from '#app/search/jobs/extract-text.ts';
import { findAsOf } from '#app/search/queries/find-as-of.ts';
import { find } from '#app/search/queries/find.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { editDraft } from '#app/documents/commands/edit-draft.ts';
import { accepted } from '#app/set-up/demonstration/accepted.ts';
import { storeText } from '#app/search/text/store.ts';
import { organisation, revision, sop, type Organisation } from '#tests/support/organisation.ts';
import { answer, asViewer } from '#tests/support/asking.ts';
import { finalOf, found, library, marked, text } from '#tests/search/library.ts';
import type { Page } from '#app/kit/screen/screen.ts';
import { toFound } from '#app/search/screens/found.ts';
import { plainPdf } from '#tests/support/files/plain-pdf.ts';

vi.setConfig({ testTimeout: 240_000 });

/** The documents as the search page lists them. */
async function shown(org: Organisation, person: Person, q: string) {
  const ask = (async (query, input) => answer(org, person, query, input)) as Page['ask'];
  const { groups } = await toFound({ viewer: await asViewer(org.services, person), ask }, { q, limit: 8 });
  return groups.find(({ title }) => title === 'Documents')?.items ?? [];
}
describe('the search of everything', () => {
  it('finds titles, numbers and words inside by right, and nothing of another organisation', async () => {
    const org = await library();
    const { admin, author, employee, other } = org;
    const foreign = await organisation();
    const looks: Record<string, [admin: string[], author: string[], employee: string[]]> = {
      'qa 117': [['Cleaning of Vessels'], ['Cleaning of Vessels'], ['Cleaning of Vessels']],
      'vessels cleaning': [['Cleaning of Vessels'], ['Cleaning of Vessels'], ['Cleaning of Vessels']],
      marigold: [['Gowning Scheme'], ['Gowning Scheme'], ['Gowning Scheme']],
      sandalwood: [['Drying Scheme'], ['Drying Scheme'], []],
      tamarind: [[], [], []],
      'old filling': [['Old Filling'], [], []],
      // In force before the draft.
      validating: [
        ['Cleaning of Vessels', 'Drying Scheme'],
        ['Cleaning of Vessels', 'Drying Scheme'],
        ['Cleaning of Vessels'],
      ],
    };
    for (const [q, [admins, authors, employees]] of Object.entries(looks)) {
      expect([q, await found(org, admin, q)]).toEqual([q, admins]);
      expect([q, await found(org, author, q)]).toEqual([q, authors]);
      expect([q, await found(org, employee, q)]).toEqual([q, employees]);
      expect([q, await found(foreign, foreign.admin, q)]).toEqual([q, []]);
    }
    const { people } = await answer(org, admin, find, { q: 'kobayashi' });
    expect(people.map(({ name }) => name)).toEqual(['Hana Kobayashi']);
    expect((await answer(org, other, find, { q: 'kobayashi' })).people).toEqual([]);
    expect(await found(org, author, '')).toContain('Cleaning of Vessels');
  });

  it('opens the PDF at the page, on the screen on which the person reads that version', async () => {
    const org = await library();
    const { world, admin, author, other, employee, effective, pending, draft } = org;
    const review = await world.create(author, {
      ...sop('121', 'Weighing'),
      approvers: [other],
      sections: text('Weighing in the saltpetre room.'),
    });
    await extractText(org.services, world.org, review);
    const places: [Person, q: string, to: string][] = [
      [employee, 'flask', `/dashboard/docs/${effective}/read?page=1`],
      [employee, 'marigold', `/dashboard/docs/${pending}/read?page=1`],
      [admin, 'marigold', `/dashboard/docs/${pending}/read?page=1`],
      [author, 'sandalwood', `/dashboard/docs/${draft}/versions/1.0?page=1`],
      [admin, 'saltpetre', `/dashboard/docs/${review}/versions/1.0?page=1`],
      [other, 'saltpetre', `/dashboard/approve/${review}?page=1`],
    ];
    for (const [person, q, to] of places) {
      expect([q, (await shown(org, person, q)).map((item) => item.to)]).toEqual([q, [to]]);
    }
    await world.act(
      author,
      reviseDocument,
      await revision(org, effective, author, '2.0', [other], 'Cleaning of Vessels'),
    );
    const inForce = { number: 'SOP - QA - 117, version 1.0', status: { status: 'EFFECTIVE' } };
    expect(await shown(org, author, 'vessels cleaning')).toMatchObject([inForce]);
    const revised = { number: 'SOP - QA - 117, version 2.0', status: { status: 'IN_REVIEW' } };
    expect(await shown(org, author, 'SOP-QA-117')).toMatchObject([inForce, revised]);
  });

  it('finds stems, beginnings, folded letters and phrases, and marks them', async () => {
    const org = await library();
    const { employee } = org;
    const name = ['Cleaning of Vessels'];
    for (const q of [
      'validated',
      'validations',
      'valid',
      'validatio',
      'flask',
      'grosse',
      'GRÖSSE',
      '"the reference flask"',
    ])
      expect([q, await found(org, employee, q)]).toEqual([q, name]);
    expect(await found(org, employee, '"flask reference"')).toEqual([]);
    expect(await marked(org, employee, 'validation')).toEqual(['validated']);
    const { documents } = await answer(org, employee, find, { q: 'validation' });
    expect(documents[0]?.inside).toMatchObject({ page: 1, pages: 1, kind: 'final' });
  });

  it('finds titles and numbers as they were at a moment of the past, for admins alone', async () => {
    const org = await organisation();
    const { world, admin, author, services } = org;
    const document = await world.create(author, { ...sop('130', 'Saffron Scheme'), send: false });
    const until = services.now();
    const details = { ...sop('131', 'Cinnamon Scheme'), version: '1.0', send: false, approvers: [], document };
    await world.act(author, editDraft, details);
    const then = (person: Person, q: string) => answer(org, person, findAsOf, { q, until });
    for (const q of ['saffron', 'qa 130']) {
      expect(await then(admin, q)).toMatchObject({ documents: [{ name: 'Saffron Scheme', docNum: '130' }] });
      expect(await found(org, admin, q)).toEqual([]);
    }
    expect(await then(admin, 'cinnamon')).toEqual({ documents: [] });
    expect(await then(admin, 'qa 131')).toEqual({ documents: [] });
    expect(await then(author, 'saffron')).toBe('not_allowed');
  });

  it('answers whatever is typed', async () => {
    const org = await library();
    const hostile = [
      "'",
      '"',
      '\\',
      `a' & b | !c:*`,
      '<->',
      '%_%',
      '(((',
      ':*',
      "')--",
      'a '.repeat(100),
      '\0',
      '🧪',
      '‮x',
      '"""',
      '$1',
    ];
    for (const q of [...hostile, `${'validated '.repeat(19)}`, 'é'.repeat(200)])
      expect(await answer(org, org.employee, find, { q })).toHaveProperty('documents');
  });

  it('reads a PDF of a million words, and lists one without text', async () => {
    const org = await organisation();
    const { world, services, author, employee } = org;
    const put = async (number: string, pdf: Buffer) => {
      const document = await world.create(author, { ...sop(number), approvers: [org.other] });
      await world.sign(org.other, document);
      await world.publishNow(document, ['Quality']);
      const received = accepted(
        await services.uploads.receive({
          org: world.org,
          owner: author.uid,
          document: null,
          kind: 'final',
          filename: 'long.pdf',
          maxBytes: 20_000_000,
          body: Readable.from([pdf]),
        }),
        'upload',
      );
      const pages = await services.texts.read(world.org, received.file);
      await services.database.tenant(world.org, (db) =>
        db.deleteFrom('app.file_text').where('document_uid', '=', document).execute(),
      );
      const shown = await finalOf(org, document);
      await storeText(services.database, { org: world.org, document, sha256: shown, pages, readAt: services.now() });
      return pages;
    };
    const pages = await put(
      '201',
      plainPdf(500, (page) => `page${page} ${'quality of the record '.repeat(500)}`),
    );
    expect(pages?.length).toBe(500);
    expect(pages?.join(' ').split(' ').length).toBeGreaterThan(1_000_000);
    await put(
      '202',
      plainPdf(1, () => ''),
    );
    const { documents, withoutText } = await answer(org, employee, find, { q: 'page377' });
    expect(documents.map(({ name, inside }) => [name, inside?.page])).toEqual([['Procedure 201', 377]]);
    expect(withoutText.map(({ name }) => name)).toEqual(['Procedure 202']);
  });
});

import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { extractText } from '#app/jobs/extract-text.ts';
import { findAsOf } from '#app/queries/search/find-as-of.ts';
import { find } from '#app/queries/search/find.ts';
import type { Person } from '#app/demo/world.ts';
import { changeSettings } from '#app/commands/organisation/change-settings.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { editDraft } from '#app/commands/document/edit-draft.ts';
import { retireDocument } from '#app/commands/document/retire.ts';
import { accepted } from '#app/setup/accepted.ts';
import { indexInLanguage, storeText } from '#app/text/store.ts';
import { inDays, organisation, sop, type Organisation } from '#tests/commands/organisation.ts';
import { answer, asViewer } from '#tests/queries/asking.ts';
import type { Page } from '#app/server/screen/screen.ts';
import { toFound } from '#app/screens/search/found.ts';
import { plainPdf } from '#tests/support/plain-pdf.ts';

vi.setConfig({ testTimeout: 240_000 });

const text = (words: string) => [{ heading: 'Procedure', paragraphs: [words] }];

/** A document in force, one that trains, a draft and a retired one, each with a word of its own inside. */
async function library() {
  const org = await organisation();
  const { world, author, other, admin } = org;
  const effective = await world.create(author, {
    ...sop('117', 'Cleaning of Vessels'),
    approvers: [other],
    sections: text('The vessel is validated with the reference flask, and Größe is recorded.'),
  });
  await world.sign(other, effective);
  await world.publishNow(effective, ['Laboratory']);
  const pending = await world.create(author, {
    ...sop('118', 'Gowning Scheme'),
    approvers: [other],
    sections: text('Nobody enters without marigold gloves.'),
  });
  await world.sign(other, pending);
  await world.publish(pending, ['Quality'], inDays(9));
  const draft = await world.create(author, {
    ...sop('119', 'Drying Scheme'),
    send: false,
    sections: text('A draft about sandalwood and validation.'),
  });
  const retired = await world.create(other, {
    ...sop('120', 'Old Filling'),
    approvers: [author],
    sections: text('Retired words about tamarind.'),
  });
  await world.sign(author, retired);
  await world.publishNow(retired, ['Quality']);
  await world.act(admin, retireDocument, { document: retired, reason: 'Merged.' });
  for (const document of [effective, pending, draft, retired]) await extractText(org.services, world.org, document);
  return { ...org, effective, pending, draft, retired };
}

const found = async (org: Organisation, person: Person, q: string) => {
  const { documents } = await answer(org, person, find, { q });
  return documents.map(({ name }) => name);
};
const marked = async (org: Organisation, person: Person, q: string) => {
  const { documents } = await answer(org, person, find, { q });
  const pieces = documents[0]?.inside?.snippet ?? [];
  return pieces.filter((piece) => piece.marked).map((piece) => piece.text);
};

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
      const viewer = await asViewer(org.services, person);
      const ask = (async (query, input) => answer(org, person, query, input)) as Page['ask'];
      const { groups } = await toFound({ viewer, ask }, { q, limit: 8 });
      expect([q, groups[0]?.items.map((item) => item.to)]).toEqual([q, [to]]);
    }
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

  it('follows the language of the settings, and indexes the pages anew', async () => {
    const org = await organisation();
    const { world, services, admin, author, other, employee } = org;
    const document = await world.create(author, {
      ...sop('140', 'Limpieza'),
      approvers: [other],
      sections: text('La validación de los recipientes.'),
    });
    await world.sign(other, document);
    await world.publishNow(document, ['Quality']);
    await extractText(services, world.org, document);
    expect(await found(org, employee, 'validando recipiente')).toEqual([]);
    const settings = { ...defaultSettings, searchLanguage: 'spanish' };
    await world.act(admin, changeSettings, { name: world.name, settings, reason: 'We write in Spanish.' });
    const jobs = await services.database.pool.query<{ count: number }>(
      `select count(*)::int from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'index-in-language' and j.payload ->> 'org' = $1`,
      [world.org],
    );
    expect(jobs.rows).toEqual([{ count: 1 }]);
    await indexInLanguage(services.database, world.org);
    for (const q of ['validando recipiente', 'VALIDACION recipientes', 'validación', 'validaciónes los recipientes'])
      expect([q, await found(org, employee, q)]).toEqual([q, ['Limpieza']]);
    expect(await marked(org, employee, 'validando')).toEqual(['validación']);
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

  it('finds words of twelve scripts, also where no spaces divide them', async () => {
    const org = await library();
    const { services, world, employee, effective } = org;
    const scripts = [
      ['Die Prüfung der Geräte', 'gerate'],
      ['Контроль качества воды', 'качества'],
      ['Έλεγχος ποιότητας', 'ποιοτητας'],
      ['بروتوكول التنظيف اليومي', 'التنظيف'],
      ['נוהל ניקוי יומי', 'ניקוי'],
      ['दैनिक सफाई प्रक्रिया', 'सफाई'],
      ['দৈনিক পরিষ্কার পদ্ধতি', 'পরিষ্কার'],
      ['தினசரி சுத்தம் செய்தல்', 'சுத்தம்'],
      ['ขั้นตอนการทำความสะอาด', 'ความสะอาด'],
      ['洗浄手順書を確認する', '手順書'],
      ['文件管理规程第三章', '管理规程'],
      ['세척 절차서 검토', '절차'],
    ];
    for (const [at, [page = '', q = '']] of scripts.entries()) {
      const sha256 = await finalOf(org, effective);
      await services.database.tenant(world.org, (db) => db.deleteFrom('app.file_text').execute());
      const pages = [...Array.from({ length: at }, () => 'An empty page.'), page];
      await storeText(services.database, {
        org: world.org,
        document: effective,
        sha256,
        pages,
        readAt: services.now(),
      });
      const { documents } = await answer(org, employee, find, { q });
      expect([q, documents[0]?.inside?.page]).toEqual([q, at + 1]);
      expect([q, documents[0]?.inside?.snippet.some((piece) => piece.marked)]).toEqual([q, true]);
    }
    expect(await found(org, employee, '書手順')).toEqual([]);
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

const finalOf = async ({ services, world }: Organisation, document: string): Promise<string> => {
  const row = await services.database.read(world.org, (db) =>
    db
      .selectFrom('read.document_version')
      .select('final_file')
      .where('document_uid', '=', document)
      .where('status', '=', 'EFFECTIVE')
      .executeTakeFirstOrThrow(),
  );
  return row.final_file.sha256;
};

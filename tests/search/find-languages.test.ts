import { describe, expect, it } from 'vitest';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { extractText } from '#app/search/jobs/extract-text.ts';
import { find } from '#app/search/queries/find.ts';
import { indexInLanguage, storeText } from '#app/search/text/store.ts';
import { defaultSettings } from '#events/organisation/events.ts';
import { organisation, sop } from '#tests/support/organisation.ts';
import { answer } from '#tests/support/asking.ts';
import { finalOf, found, library, marked, text } from '#tests/search/library.ts';

describe('the search inside documents', () => {
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
});

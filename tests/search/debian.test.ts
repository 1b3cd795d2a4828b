import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { find } from '#app/search/queries/find.ts';
import { objectKey } from '#app/adapters/storage/key.ts';
import { storeText } from '#app/search/text/store.ts';
import { organisation, type Organisation } from '#tests/support/organisation.ts';
import { answer } from '#tests/support/asking.ts';

/** Documents of `tests/fixtures/debian`, and what stands on which of their pages, as somebody would type it. */
const corpus: Record<string, readonly [q: string, page: number][]> = {
  'bzip2-manual': [
    ['"provides more input and/out output buffer space"', 20],
    ['Oberhumer lighter compression', 37],
  ],
  'refcard-cs-a4': [['konfiguracni soubory se nachazi', 2]],
  'refcard-de-a4': [
    ['Konsolenschnittstelle', 1],
    ['"Fehler per E-Mail berichten"', 2],
    ['INHALTSDATENBANK DER PAKETDEPOTS', 1],
  ],
  'refcard-el-a4': [['εμφανιση λιστας πακετων', 1]],
  'refcard-fr-a4': [['bogues corriges existants', 2]],
  'refcard-ja-a4': [
    ['ルーティングの停止', 1],
    ['メールでバグを報告', 2],
  ],
  'refcard-ko-a4': [['네트워크 인터페이스 종료', 1]],
  'refcard-pl-a4': [
    ['Zgłaszanie błędu', 2],
    ['wyswietla informacje o pakiecie', 1],
  ],
  'refcard-ru-a4': [['отслеживание ошибок', 2]],
  'refcard-tr-a4': [['paket dosyalarini kur', 1]],
  'refcard-vi-a4': [['bang tham khao', 1]],
  'refcard-zh_CN-a4': [
    ['参考卡片', 1],
    ['系统配置文件', 2],
  ],
};

/** Puts a document in force with the file, where uploads and the ledger would have put them, and reads its text. */
async function add({ db: { owner }, services, world, author }: Organisation, name: string): Promise<void> {
  const packed = await readFile(new URL(`../fixtures/debian/${name}.pdf.gz`, import.meta.url));
  const bytes = await promisify(gunzip)(packed);
  const document = services.newId();
  const key = objectKey(world.org, document, services.newId(), 'final');
  const stored = await services.storage.within(world.org).put(key, Readable.from([bytes]), { maxBytes: 1e7 });
  if (!stored.ok) throw new Error(stored.failure.code);
  const file = { ...stored.value, objectKey: key, name: `${name}.pdf`, mediaType: 'application/pdf', pages: null };
  await owner.query(
    `insert into read.document (org_id, uid, name, type, functional_area, doc_num, version, status, owner_uid,
       creator_uid, externally_effective, approved, effective, effective_version, training_interval, review_interval,
       created_at, revised_at)
     values ($1, $2, $3, 'Other', 'QA', $3, '1.0', 'EFFECTIVE', $4, $4, false, true, true, '1.0', 1, 1, now(), now())`,
    [world.org, document, name, author.uid],
  );
  await owner.query(
    `insert into read.document_version (org_id, document_uid, version, name, status, externally_effective,
       working_file, final_file, submitted_at, approved_at, published_at, training_waived, effective_at)
     values ($1, $2, '1.0', $3, 'EFFECTIVE', false, '{}', $4, now(), now(), now(), false, now())`,
    [world.org, document, name, file],
  );
  const pages = await services.texts.read(world.org, file);
  await storeText(services.database, { org: world.org, document, sha256: file.sha256, pages, readAt: services.now() });
}

describe('the PDFs of Debian', () => {
  it('are found by phrases in twelve languages, at their page, with the words marked', async () => {
    const org = await organisation();
    for (const name of Object.keys(corpus)) await add(org, name);
    for (const [name, phrases] of Object.entries(corpus))
      for (const [q, page] of phrases) {
        const { documents } = await answer(org, org.employee, find, { q });
        const [first] = documents;
        expect([q, first?.name, first?.inside?.page]).toEqual([q, name, page]);
        expect([q, first?.inside?.snippet.some(({ marked }) => marked)]).toEqual([q, true]);
      }
  });
});

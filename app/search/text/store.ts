import { sql, type Kysely } from 'kysely';
import type { Database } from '#app/adapters/database/database.ts';
import type { Database as Tables } from '#app/adapters/database/schema.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { inParts } from '#app/search/text/clean.ts';
import { searchLanguageOf } from '#events/organisation/search-language.ts';
import type { Instant } from '#events/time.ts';

type Whose = { org: string; document: string };

/** Rows of one insert. */
const most = 200;

/** Keeps the text of one file, page by page. `pages`: null where the file cannot be read. */
export async function storeText(
  database: Database,
  { org, document, sha256, pages, readAt }: Whose & { sha256: string; pages: string[] | null; readAt: Instant },
): Promise<void> {
  const parts = (pages ?? []).flatMap((text, at) =>
    inParts(text)
      .map((body, part) => ({ page: at + 1, part, body }))
      .filter(({ body }) => body !== ''),
  );
  await database.tenant(org, async (db) => {
    const file = { org_id: org, document_uid: document, sha256 };
    // Another worker may have read it meanwhile.
    const { numInsertedOrUpdatedRows: isNew } = await db
      .insertInto('app.file_text')
      .values({
        ...file,
        pages: pages?.length ?? 0,
        letters: pages && parts.reduce((sum, { body }) => sum + body.length, 0),
        read_at: readAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!isNew) return;
    const language = await languageNow(db);
    for (let at = 0; at < parts.length; at += most)
      await db
        .insertInto('app.page_text')
        .values(parts.slice(at, at + most).map((part) => ({ ...file, ...part, language })))
        .execute();
  });
}

async function languageNow(db: Kysely<Tables>): Promise<string> {
  const { settings } = await db.selectFrom('read.organisation').select('settings').executeTakeFirstOrThrow();
  return searchLanguageOf(settings);
}

/** Indexes the pages that are not in the organisation's language anew; a document in one transaction. */
export async function indexInLanguage(database: Database, org: string): Promise<void> {
  const documents = await database.read(org, async (db) =>
    db
      .selectFrom('app.page_text')
      .select('document_uid')
      .distinct()
      .where('language', '<>', await languageNow(db))
      .execute(),
  );
  for (const { document_uid: document } of documents)
    await database.tenant(org, async (db) => {
      const language = await languageNow(db);
      await db
        .updateTable('app.page_text')
        .set({ language })
        .where('document_uid', '=', document)
        .where('language', '<>', language)
        .execute();
    });
}

/** Removes the text of every document. */
export const removeText = (database: Database, org: string): Promise<unknown> =>
  database.tenant(org, (db) => db.deleteFrom('app.file_text').execute());

/** Removes the text of a document's other files. */
export async function removeTextBut(database: Database, { org, document }: Whose, files: string[]): Promise<void> {
  await database.tenant(org, (db) =>
    db
      .deleteFrom('app.file_text')
      .where('document_uid', '=', document)
      .$if(files.length > 0, (rows) => rows.where('sha256', 'not in', files))
      .execute(),
  );
}

/** Uids of the documents that have a final PDF whose text was not read. */
export async function documentsWithoutText(database: Database, org: string, limit?: number): Promise<string[]> {
  const { rows } = await database.read(org, (db) =>
    sql<{ uid: string }>`
      select d.uid from ${ownRows('read.document')} d
      where d.status <> 'RETIRED' and exists (
        select from (
          select d.final_file ->> 'sha256' as sha256
          union all select d.working_file ->> 'sha256'
          union all select v.final_file ->> 'sha256' from ${ownRows('read.document_version')} v
            where v.document_uid = d.uid and v.status = 'EFFECTIVE') f
        where f.sha256 is not null and not exists (
          select from ${ownRows('app.file_text')} t where t.document_uid = d.uid and t.sha256 = f.sha256))
      order by d.uid limit ${limit ?? null}`.execute(db),
  );
  return rows.map(({ uid }) => uid);
}

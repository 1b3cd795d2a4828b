import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { DocumentType } from '#events/document/events.ts';
import { ok } from '#events/failures.ts';
import { normaliseLine } from '#events/text.ts';
import type { Database } from '#app/database/schema.ts';
import { query } from '#app/queries/query.ts';

/**
 * Another document has this name (normalised), or had it when the version was approved that is still in force while a
 * revision under a new name is on its way. The unique index makes the first true when two are saved at once; the second
 * stays until the revision is in force.
 */
export async function isNameInUse(db: Kysely<Database>, name: string, document: string | null): Promise<boolean> {
  // The folded name is what is looked up in an index: row-level security keeps an expression from it, and each name
  // would be trimmed.
  const same = sql<boolean>`name_folded = read.folded(${name}) and read.trimmed(name) = read.trimmed(${name})`;
  const row = await db
    .selectFrom('read.document')
    .select('uid')
    .where(same)
    .$if(document !== null, (rows) => rows.where('uid', '<>', document ?? ''))
    .unionAll(
      db
        .selectFrom('read.document_version')
        .select('document_uid as uid')
        .where('status', '=', 'EFFECTIVE')
        .where(same)
        .$if(document !== null, (rows) =>
          rows.where('document_uid', '<>', document ?? '').where(({ not, exists, selectFrom }) =>
            // What is its own name already stays so.
            not(
              exists(
                selectFrom('read.document')
                  .select('uid')
                  .where('uid', '=', document ?? '')
                  .where(same),
              ),
            ),
          ),
        ),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Another document of the type has this doc ID. */
export async function isNumberInUse(
  db: Kysely<Database>,
  { type, docNum }: { type: string; docNum: string },
  document: string | null,
): Promise<boolean> {
  const row = await db
    .selectFrom('read.document')
    .select('uid')
    .where('type', '=', type as DocumentType)
    .where('doc_num', '=', docNum)
    .$if(document !== null, (rows) => rows.where('uid', '<>', document ?? ''))
    .executeTakeFirst();
  return row !== undefined;
}

/** Which of a form's details another document than `document` (its uid) has; an empty one is in no use. */
export const detailsInUse = query({
  name: 'document.details_in_use',
  input: z.object({
    name: z.string(),
    type: z.string(),
    docNum: z.string(),
    document: z.uuid().nullable().catch(null),
  }),
  permission: 'document.create',
  async run({ name, type, docNum, document }, { db }) {
    const [ofName, ofNumber] = await Promise.all([
      isNameInUse(db, normaliseLine(name), document),
      isNumberInUse(db, { type, docNum: docNum.trim() }, document),
    ]);
    return ok({ name: ofName, number: ofNumber });
  },
});

/** Whether a title is taken. `document` (its uid) may keep its own. */
export const nameInUse = query({
  name: 'document.name_in_use',
  input: z.object({ name: z.string(), document: z.uuid().nullable() }),
  permission: 'document.create',
  run: async ({ name, document }, { db }) => ok(await isNameInUse(db, name, document)),
});

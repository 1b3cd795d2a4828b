import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { DocumentType } from '#events/document/events.ts';
import { ok } from '#events/failures.ts';
import { normaliseLine } from '#events/text.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { query } from '#app/kit/query/query.ts';

/**
 * Whether another document has this name (`read.name_key`), or has it on its version in force while a revision under
 * another name is in progress. A unique index guards only the first.
 */
export async function isNameInUse(db: Kysely<Database>, name: string, document: string | null): Promise<boolean> {
  const same = sql<boolean>`name_key = read.name_key(${name})`;
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
            // A document may keep its own name.
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

/** Which of a form's details another document than `document` (its uid) has; empty ones are never in use. */
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

/** Whether a title is taken by another document than `document` (its uid). */
export const nameInUse = query({
  name: 'document.name_in_use',
  input: z.object({ name: z.string(), document: z.uuid().nullable() }),
  permission: 'document.create',
  run: async ({ name, document }, { db }) => ok(await isNameInUse(db, name, document)),
});

import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import type { Database } from '#app/database/schema.ts';
import { query } from '#app/queries/query.ts';

/** Another document has this name (normalised). The unique index makes it true when two are saved at once. */
export async function isNameInUse(db: Kysely<Database>, name: string, document: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('read.document')
    .select('uid')
    .where(sql<string>`read.trimmed(name)`, '=', sql<string>`read.trimmed(${name})`)
    .$if(document !== null, (rows) => rows.where('uid', '<>', document ?? ''))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a title is taken. `document` (its uid) may keep its own. */
export const nameInUse = query({
  name: 'document.name_in_use',
  input: z.object({ name: z.string(), document: z.uuid().nullable() }),
  permission: 'document.create',
  run: async ({ name, document }, { db }) => ok(await isNameInUse(db, name, document)),
});

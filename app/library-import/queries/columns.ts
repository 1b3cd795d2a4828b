import type { Kysely } from 'kysely';
import type { ColumnMap } from '#events/import/events.ts';
import type { Database } from '#app/adapters/database/schema.ts';

/** The columns that were chosen for an import, else those of the last one from the same source. */
export async function readColumns(
  db: Kysely<Database>,
  { import: uid, source }: { import: string; source: string },
): Promise<ColumnMap> {
  const found = await db
    .selectFrom('read.library_import')
    .select('columns')
    .where('columns', 'is not', null)
    .where((eb) => eb.or([eb('uid', '=', uid), eb(eb.fn('lower', ['source']), '=', source.toLowerCase())]))
    .orderBy((eb) => eb('uid', '=', uid), 'desc')
    .orderBy('begun_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.columns ?? {};
}

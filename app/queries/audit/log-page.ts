import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '#app/database/schema.ts';
import { pageSize } from '#app/queries/document/page-size.ts';
import { pageWithin } from '#app/queries/document/paging.ts';

/**
 * The places in the ledger of one page of a log, newest first, or of all of it (`whole`), oldest first; how many there are, and the last of
 * them. `log` selects them by their `position`, each once; `page` is one-based.
 */
export async function readLogPage(
  db: Kysely<Database>,
  log: RawBuilder<unknown>,
  { page = 1, whole = false }: { page?: number; whole?: boolean },
): Promise<{ total: number; page: number; last: string; positions: string[] }> {
  const part = whole
    ? sql`order by log.position`
    : sql`order by log.position desc limit ${pageSize} offset ${(page - 1) * pageSize}`;
  const { rows } = await sql<{ total: string; last: string | null; positions: string[] }>`
    with log as materialized (${log})
    select count(*) as total, max(position) as last, array(select position::text from log ${part}) as positions from log`.execute(
    db,
  );
  const { total: count = '0', last, positions = [] } = rows[0] ?? {};
  const total = Number(count);
  const at = pageWithin(page, total);
  if (at !== page && !whole) return readLogPage(db, log, { page: at, whole });
  return { total, page: at, last: last ?? '0', positions };
}

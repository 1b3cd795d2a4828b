import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '#app/database/schema.ts';
import { pageSize } from '#app/queries/document/page-size.ts';
import { pageWithin } from '#app/queries/document/paging.ts';

/**
 * The places in the ledger of one page of a log, newest first, or of all of it (`whole`), oldest first; how many there are, and the last of
 * them. `log` is where they are found, from `from` on, with a column `position`; `page` is one-based.
 */
export async function readLogPage(
  db: Kysely<Database>,
  log: RawBuilder<unknown>,
  { page, whole }: { page: number; whole: boolean },
) {
  const counted = await sql<{ total: string; last: string | null }>`
    select count(*) as total, max(position) as last ${log}`.execute(db);
  const { total: count = '0', last } = counted.rows[0] ?? {};
  const total = Number(count);
  const at = pageWithin(page, total);
  const part = whole
    ? sql`order by position`
    : sql`order by position desc limit ${pageSize} offset ${(at - 1) * pageSize}`;
  const { rows } = await sql<{ position: string }>`select position ${log} ${part}`.execute(db);
  return { total, page: at, last: last ?? '0', positions: rows.map(({ position }) => position) };
}

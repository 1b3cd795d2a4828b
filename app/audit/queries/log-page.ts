import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '#app/adapters/database/schema.ts';
import { pageSize } from '#app/kit/query/page-size.ts';
import { everyRow, rowsOf } from '#app/kit/query/paging.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';

/**
 * The events that screens list. An assignment of training to nobody is left out: it only records that nobody needed it.
 * The text is searched, since an altered one may be no JSON: its keys are sorted and quotation marks in texts escaped.
 */
const listed = sql`
  select position from recorded where not exists (
    select from ${ownRows('ledger.event')} e where e.position = recorded.position and e.type = 'TrainingAssigned'
      and strpos(e.canonical, '"data":{"assignments":[]') > 0)`;

/** The most events that are shown at once: each comes with its proof. Exports hold them all. */
const mostEvents = 1000;

/**
 * The ledger positions of a page (one-based) of the events that screens list, newest first; with `whole` those of every
 * event, oldest first. `log` selects each position once; `last` is the last of them.
 */
export async function readLogPage(
  db: Kysely<Database>,
  log: RawBuilder<unknown>,
  { page = 1, whole = false }: { page?: number; whole?: boolean },
): Promise<{ total: number; recorded: number; page: number; size: number; last: string; positions: string[] }> {
  const part = whole
    ? sql`order by log.position`
    : page === everyRow
      ? sql`order by log.position desc limit ${mostEvents}`
      : sql`order by log.position desc limit ${pageSize} offset ${(page - 1) * pageSize}`;
  const { rows } = await sql<{ total: string; recorded: string; last: string | null; positions: string[] }>`
    with recorded as materialized (${log}),
      log as materialized (${whole ? sql`select position from recorded` : listed})
    select (select count(*) from log) as total, count(*) as recorded, max(position) as last,
      array(select position::text from log ${part}) as positions
    from recorded`.execute(db);
  const { total: count = '0', recorded = '0', last, positions = [] } = rows[0] ?? {};
  const total = Number(count);
  const { page: at, size } = rowsOf(page, total, pageSize, mostEvents);
  if (at !== page && page !== everyRow && !whole) return readLogPage(db, log, { page: at, whole });
  return { total, recorded: Number(recorded), page: at, size, last: last ?? '0', positions };
}

import { sql } from 'kysely';
import type { Instant } from '#events/time.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';
import { countRows, partOf, streamRows, type Part, type Source } from '#app/reports/queries/source.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/** A sign-in of the local admin with a password where the organisation used single sign-on. */
export interface BreakGlassRow {
  at: Instant;
  name: string;
  email: string;
  /** The network address; null where it is not known. */
  address: string | null;
  /** Decimal text. */
  position: string;
}

/** Each use, the newest first. */
export const streamBreakGlass = (source: Source, part?: Part): AsyncGenerator<BreakGlassRow> =>
  streamRows(
    source,
    sql<BreakGlassRow>`
      select e.recorded_at as at, ${nameApart('u')} as name, u.email, e.position,
             e.canonical::jsonb #>> '{actor,address}' as address
      from ${ownRows('ledger.event')} e
      join ${source.table('user_account')} u on u.uid = (e.canonical::jsonb #>> '{data,user}')::uuid
      where e.type = 'BreakGlassUsed' and e.position <= ${source.position}
      order by e.position desc ${partOf(part)}`,
  );

export const countBreakGlass = (source: Source): Promise<number> =>
  countRows(
    source,
    sql`${ownRows('ledger.event')} e where e.type = 'BreakGlassUsed' and e.position <= ${source.position}`,
  );

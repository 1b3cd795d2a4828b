import { sql } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { pageSize } from '#app/queries/document/page-size.ts';
import { pageNumber, pageWithin } from '#app/queries/document/paging.ts';
import { query } from '#app/queries/query.ts';

/**
 * Every event about the organisation itself: its settings, departments and functional areas, the server's clock, evidence packs of the
 * whole. One page of places in the ledger, newest first; `whole`: all of them, oldest first.
 */
export const getOrganisationLog = query({
  name: 'audit.organisation',
  input: z.object({ page: pageNumber, whole: z.boolean().default(false) }),
  permission: 'audit.view_organisation',
  async run({ page, whole }, { db, viewer }) {
    const organisation = await db
      .selectFrom('read.organisation')
      .select(['uid', 'name', 'domain'])
      .where('uid', '=', viewer.org)
      .executeTakeFirstOrThrow();
    const log = sql`from read.audit_entry
      where subject = ${viewer.org} or subject in (select uid from read.department)`;
    const counted = await sql<{ total: string; last: string | null }>`
      select count(*) as total, max(position) as last ${log}`.execute(db);
    const total = Number(counted.rows[0]?.total ?? 0);
    const at = pageWithin(page, total);
    const part = whole
      ? sql`order by position`
      : sql`order by position desc limit ${pageSize} offset ${(at - 1) * pageSize}`;
    const { rows } = await sql<{ position: string }>`select position ${log} ${part}`.execute(db);
    return ok({
      organisation,
      total,
      page: at,
      last: counted.rows[0]?.last ?? '0',
      positions: rows.map(({ position }) => position),
    });
  },
});

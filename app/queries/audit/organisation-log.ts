import { sql } from 'kysely';
import { z } from 'zod';
import { ok } from '#events/failures.ts';
import { readLogPage } from '#app/queries/audit/log-page.ts';
import { pageNumber } from '#app/queries/document/paging.ts';
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
    // An array, which is looked up in the index: by `or` every entry of everybody would be read.
    const log = sql`select position from read.audit_entry
      where subject = any(array(select ${viewer.org}::uuid union all select uid from read.department))`;
    return ok({ organisation, ...(await readLogPage(db, log, { page, whole })) });
  },
});

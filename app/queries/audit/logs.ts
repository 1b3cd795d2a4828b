import { sql } from 'kysely';
import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import type { UserStatus } from '#events/user/events.ts';
import { readLogPage } from '#app/queries/audit/log-page.ts';
import { pageNumber } from '#app/queries/document/paging.ts';
import { query } from '#app/queries/query.ts';

/** One page (one-based) of places in the ledger, newest first; `whole`: all of them, oldest first. */
const part = { page: pageNumber, whole: z.boolean().default(false) };

/**
 * Every event about the organisation itself: its settings, departments and functional areas, the server's clock,
 * evidence packs of the whole.
 */
export const getOrganisationLog = query({
  name: 'audit.organisation',
  input: z.object(part),
  permission: 'audit.view_organisation',
  async run(input, { db, org }) {
    const organisation = await db
      .selectFrom('read.organisation')
      .select(['uid', 'name', 'domain'])
      .where('uid', '=', org)
      .executeTakeFirstOrThrow();
    // An array, which is looked up in the index: by `or` every entry of everybody would be read.
    const log = sql`select position from read.audit_entry
      where subject = any(array(select ${org}::uuid union all select uid from read.department))`;
    return ok({ organisation, ...(await readLogPage(db, log, input)) });
  },
});

/** Whose log it is. */
export interface LogPerson {
  uid: string;
  name: string;
  email: string;
  status: UserStatus;
}

/** Every event about a person, of and by them, sign-ins and failures included. */
export const getUserLog = query({
  name: 'audit.user',
  input: z.object({ user: z.string(), ...part }),
  permission: 'audit.view_user',
  async run({ user, ...input }, { db }) {
    if (!z.uuid().safeParse(user).success) return refuse('not_found');
    const person: LogPerson | undefined = await db
      .selectFrom('read.user_account')
      .select(['uid', 'full_name as name', 'email', 'status'])
      .where('uid', '=', user)
      .executeTakeFirst();
    if (!person) return refuse('not_found');
    const trained = (column: string) =>
      sql`select ${sql.ref(column)} from read.training_record where user_uid = ${user} and ${sql.ref(column)} is not null`;
    // As in the view `read.audit`, but for the kind, which the index does not hold: the uid of a person is that of
    // nothing else.
    const log = sql`
      select position from read.audit_entry where subject = ${user}
      union ${trained('assigned_position')} union ${trained('completed_position')} union ${trained('cancelled_position')}`;
    return ok({ person, ...(await readLogPage(db, log, input)) });
  },
});

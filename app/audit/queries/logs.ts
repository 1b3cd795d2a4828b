import { sql } from 'kysely';
import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import type { UserStatus } from '#events/user/events.ts';
import { readLogPage } from '#app/audit/queries/log-page.ts';
import { pageNumber } from '#app/kit/query/paging.ts';
import { query } from '#app/kit/query/query.ts';
import { ownRows } from '#app/kit/query/own-rows.ts';

/** One page (one-based) of ledger positions, newest first; `whole`: all of them, oldest first. */
const part = { page: pageNumber, whole: z.boolean().default(false) };

/** The events about the organisation: settings, departments, functional areas, the clock, evidence packs. */
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
    // An array uses the index; with `or` the entries of all people would be read.
    const log = sql`select position from ${ownRows('read.audit_entry')} audit_entry
      where subject = any(array(
        select ${org}::uuid union all select uid from ${ownRows('read.department')} department))`;
    return ok({ organisation, ...(await readLogPage(db, log, input)) });
  },
});

/** The person of a log. */
export interface LogPerson {
  uid: string;
  name: string;
  email: string;
  status: UserStatus;
}

/** Every event by or about a person, including sign-ins and failures. */
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
      sql`select ${sql.ref(column)} from ${ownRows('read.training_record')} training_record
        where user_uid = ${user} and ${sql.ref(column)} is not null`;
    // Like the view `read.audit` without `kind`, which is not in the index; a person's uid is unique without it.
    const log = sql`
      select position from ${ownRows('read.audit_entry')} audit_entry where subject = ${user}
      union ${trained('assigned_position')} union ${trained('completed_position')}
        union ${trained('cancelled_position')}`;
    return ok({ person, ...(await readLogPage(db, log, input)) });
  },
});

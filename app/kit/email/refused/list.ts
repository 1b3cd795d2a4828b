import { sql, type Kysely, type SqlBool } from 'kysely';
import { z } from 'zod';
import { ok, refuse } from '#events/failures.ts';
import { isAdmin } from '#events/permissions.ts';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { query } from '#app/kit/query/query.ts';
import { nameApart } from '#app/kit/people/name-apart.ts';

/**
 * How a refused email is sent again: as it was, or by what issues a new code. Null where only its person can ask for
 * it.
 */
export type SendAgain = 'email' | 'invitation' | 'address' | null;

/** An email that the receiving server refused for good, and that is still missing. */
export interface RefusedEmail {
  key: string;
  template: string;
  to: { uid: string; name: string };
  /** Null where an earlier version did not keep it. */
  address: string | null;
  refusedAt: Instant;
  /** The receiving server's words. */
  refusal: string;
  again: SendAgain;
}

/** Emails that open an account: once it is open, a missing one is of no matter. */
const opening = ['invitation', 'reactivation'];
const others: Partial<Record<string, SendAgain>> = {
  invitation: 'invitation',
  reactivation: 'invitation',
  'email-change-code': 'address',
  'reset-code': null,
};

/** Of these people, or about this document. The latest first. */
export async function readRefusedEmails(
  db: Kysely<Database>,
  of: { users: readonly string[] } | { document: string },
): Promise<RefusedEmail[]> {
  if ('users' in of && of.users.length === 0) return [];
  const rows = await db
    .selectFrom('identity.mail_sent as m')
    .innerJoin('read.user_account as u', (join) =>
      join.onRef('u.org_id', '=', 'm.org_id').onRef('u.uid', '=', 'm.to_user'),
    )
    .select([
      'm.key',
      'm.template',
      'm.sent_to',
      'm.refused_at',
      'm.refusal',
      'm.request',
      'u.uid',
      nameApart('u').as('name'),
    ])
    .where('m.refused_at', 'is not', null)
    .where('m.sent_again_at', 'is', null)
    .$if('users' in of, (rows) => rows.where('m.to_user', 'in', 'users' in of ? [...of.users] : []))
    .$if('document' in of, (rows) =>
      rows.where(sql<SqlBool>`m.documents @> array[${'document' in of ? of.document : ''}]::uuid[]`),
    )
    .where((eb) => eb.or([eb('m.template', 'not in', opening), eb('u.status', '=', 'INVITED')]))
    // One that another one includes stands there.
    .where(({ not, and, eb, exists, selectFrom }) =>
      not(
        and([
          eb('m.request', 'is', null),
          exists(
            selectFrom('identity.mail_sent as whole')
              .select('whole.key')
              .whereRef('whole.org_id', '=', 'm.org_id')
              .whereRef('whole.message_id', '=', 'm.message_id')
              .where('whole.request', 'is not', null),
          ),
        ]),
      ),
    )
    // The same matter has arrived since, or has been refused again, which is then shown in its place.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('identity.mail_sent as later')
            .select('later.key')
            .whereRef('later.org_id', '=', 'm.org_id')
            .whereRef('later.to_user', '=', 'm.to_user')
            .whereRef('later.documents', '=', 'm.documents')
            .where(
              sql<SqlBool>`(later.template = m.template
                or (later.template = any(${opening}) and m.template = any(${opening})))`,
            )
            .where(sql<SqlBool>`(later.sent_at >= m.refused_at or later.refused_at > m.refused_at)`),
        ),
      ),
    )
    .orderBy('m.refused_at', 'desc')
    .orderBy('m.key')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    key: row.key,
    template: row.template,
    to: { uid: row.uid, name: row.name },
    address: row.sent_to,
    refusedAt: row.refused_at ?? '',
    refusal: row.refusal ?? '',
    again: row.template in others ? (others[row.template] ?? null) : row.request === null ? null : 'email',
  }));
}

/** The refused emails of one person, for admins. */
export const refusedEmailsOfUser = query({
  name: 'email.refused-of-user',
  input: z.object({ user: z.uuid() }),
  permission: 'team.view',
  async run({ user }, { db }) {
    const there = await db.selectFrom('read.user_account').select('uid').where('uid', '=', user).executeTakeFirst();
    return there ? ok(await readRefusedEmails(db, { users: [user] })) : refuse('not_found');
  },
});

/** The refused emails about one document, for admins and its owner; none for anybody else. */
export const refusedEmailsAbout = query({
  name: 'email.refused-about-document',
  input: z.object({ document: z.uuid() }),
  permission: 'signed-in',
  async run({ document }, { db, viewer }) {
    const there = await db
      .selectFrom('read.document')
      .select('owner_uid')
      .where('uid', '=', document)
      .executeTakeFirst();
    if (!there) return refuse('not_found');
    const sees = isAdmin(viewer.role) || there.owner_uid === viewer.uid;
    return ok(sees ? await readRefusedEmails(db, { document }) : []);
  },
});

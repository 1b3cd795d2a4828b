import { z } from 'zod';
import type { Named } from '#events/common.ts';
import { ok, refuse } from '#events/failures.ts';
import type { IdentityHow, Role, UserStatus } from '#events/user/events.ts';
import { streams } from '#events/streams.ts';
import type { Instant } from '#events/time.ts';
import { readStreamVersion } from '#app/kit/query/stream.ts';
import { readRefusedEmails, type RefusedEmail } from '#app/kit/email/refused/list.ts';
import { lockAt, type AccountLock } from '#app/kit/people/lock.ts';
import { pendingAt, type PendingEmail } from '#app/sign-in/queries/pending-email.ts';
import { appSince } from '#app/kit/people/second-factor.ts';
import { readFunctionsOf, type HeldFunction } from '#app/people/queries/functions/of-person.ts';
import { todayOf } from '#app/kit/query/today.ts';
import { readAbsent } from '#app/kit/people/absences.ts';
import { departmentsOfPeople, managerOf } from '#app/kit/people/profile.ts';
import { query } from '#app/kit/query/query.ts';

/** `earlier`: active before the organisation verified identities. */
export type VerifiedHow = IdentityHow | 'earlier';

/** A person's profile as an admin sees it. */
export interface Member {
  uid: string;
  firstName: string;
  lastName: string;
  name: string;
  email: string;
  role: Role;
  status: UserStatus;
  departments: Named[];
  invitedAt: Instant;
  confirmedAt: Instant | null;
  deactivatedAt: Instant | null;
  /** How, by whom and when the identity was verified; null while nobody has. */
  identity: { how: VerifiedHow; by: string | null; at: Instant } | null;
  /** When the authenticator app was set up; null where there is none. */
  factorSince: Instant | null;
  /** The account of the directory, once the person has signed in with it. */
  directory: { issuer: string; subject: string } | null;
  manager: Named | null;
  /** The functions whose last day is not past. */
  functions: HeldFunction[];
  /** The absence of today, with the deputy's name. */
  absence: { from: string; until: string; deputy: string } | null;
  /** Documents whose approval waits for this person. */
  openApprovals: { document: string; name: string }[];
  /** Emails to the person that the receiving server refused for good. */
  refusedEmails: RefusedEmail[];
  /** The number of open training records. */
  openTraining: number;
  /** The account's lock, if it has one. */
  lock: AccountLock | null;
  /** The address that the person has yet to confirm. */
  pendingEmail: PendingEmail | null;
  /** The version of the person's stream. */
  streamVersion: number;
}

/** One person of the organisation. */
export const getMember = query({
  name: 'user.get',
  input: z.object({ user: z.string() }),
  permission: 'team.view',
  async run({ user }, context) {
    const { db, now } = context;
    const today = todayOf(context);
    if (!z.uuid().safeParse(user).success) return refuse('not_found');
    const row = await db
      .selectFrom('read.user_account as u')
      .leftJoin('read.user_account as boss', 'boss.uid', 'u.manager_uid')
      .selectAll('u')
      .select('boss.full_name as manager_name')
      .where('u.uid', '=', user)
      .executeTakeFirst();
    if (!row) return refuse('not_found');
    const openApprovals = await db
      .selectFrom('read.approval as a')
      .innerJoin('read.document as d', 'd.uid', 'a.document_uid')
      .select(['d.uid as document', 'd.name'])
      .where('a.user_uid', '=', user)
      .where('a.status', '=', 'OPEN')
      .orderBy('d.name_folded')
      .execute();
    const training = await db
      .selectFrom('read.training_record')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('user_uid', '=', user)
      .where('status', '=', 'OPEN')
      .executeTakeFirstOrThrow();
    return ok<Member>({
      uid: row.uid,
      firstName: row.first_name,
      lastName: row.last_name,
      name: row.full_name,
      email: row.email,
      role: row.role,
      status: row.status,
      departments: (await departmentsOfPeople(db, [user]))(user),
      invitedAt: row.created_at,
      confirmedAt: row.confirmed_at,
      deactivatedAt: row.deactivated_at,
      identity:
        row.identity_how && row.identity_verified_at
          ? { how: row.identity_how, by: row.identity_by, at: row.identity_verified_at }
          : null,
      factorSince: await appSince(db, user),
      directory:
        row.directory_issuer !== null && row.directory_subject !== null
          ? { issuer: row.directory_issuer, subject: row.directory_subject }
          : null,
      manager: managerOf(row),
      functions: await readFunctionsOf(db, user, today),
      absence: (await readAbsent(db, [user], today)).get(user) ?? null,
      openApprovals,
      refusedEmails: await readRefusedEmails(db, { users: [user] }),
      lock: lockAt(row, now),
      pendingEmail: pendingAt(row, now),
      openTraining: Number(training.count),
      streamVersion: await readStreamVersion(db, streams.user(user)),
    });
  },
});

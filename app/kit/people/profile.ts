import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Named } from '#events/common.ts';
import { ok, refuse } from '#events/failures.ts';
import { roleMay } from '#events/permissions.ts';
import type { Role, UserStatus } from '#events/user/events.ts';
import { streams } from '#events/streams.ts';
import type { Instant } from '#events/time.ts';
import type { Database } from '#app/adapters/database/schema.ts';
import { inOrder } from '#app/kit/query/in-order.ts';
import { groupBy } from '#app/kit/query/group-by.ts';
import { query } from '#app/kit/query/query.ts';
import { readStreamVersion } from '#app/kit/query/stream.ts';
import { lockAt, type AccountLock } from '#app/kit/people/lock.ts';
import type { Viewer } from '#app/kit/query/viewer.ts';

/** A person with all fields of the API. */
export interface Profile {
  uid: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  status: UserStatus;
  departments: Named[];
  createdAt: Instant;
  /** Null for everybody except the person and the admins. */
  credentialUpdatedAt: Instant | null;
  /** The account's lock, if it has one. Null for everybody except the admins. */
  lock: AccountLock | null;
  /** Null also for everybody except the person and the admins. */
  manager: Named | null;
  organisation: OrganisationRecord;
}

export interface OrganisationRecord {
  uid: string;
  name: string;
  domain: string;
  /** Days that a password stays valid. */
  passwordPolicy: number;
  createdAt: Instant;
}

/** The viewer's organisation. */
export async function readOrganisation(db: Kysely<Database>): Promise<OrganisationRecord> {
  const row = await db
    .selectFrom('read.organisation')
    .select(['uid', 'name', 'domain', 'settings', 'created_at'])
    .executeTakeFirstOrThrow();
  const { uid, name, domain, settings, created_at: createdAt } = row;
  return { uid, name, domain, passwordPolicy: settings.passwordPolicy, createdAt };
}

/** The manager of a row that was read with the manager's name. */
export const managerOf = (row: { manager_uid: string | null; manager_name: string | null }): Named | null =>
  row.manager_uid === null ? null : { uid: row.manager_uid, name: row.manager_name ?? '' };

/** The departments of these people (uids), in order, for each of them. */
export async function departmentsOfPeople(
  db: Kysely<Database>,
  uids: readonly string[],
): Promise<(user: string) => Named[]> {
  const rows = await db
    .selectFrom('read.user_department as m')
    .innerJoin('read.department as d', 'd.uid', 'm.department_uid')
    .select(['m.user_uid', 'd.uid', 'd.name'])
    .where('m.user_uid', 'in', uids)
    .orderBy(inOrder('d.name_folded'))
    .execute();
  const each = groupBy(rows, (row) => row.user_uid);
  return (user) => (each.get(user) ?? []).map(({ uid, name }) => ({ uid, name }));
}

/** The profiles of these people (uids) as the viewer may see them now. */
export async function readProfiles(
  db: Kysely<Database>,
  { viewer, now }: { viewer: Viewer; now: Instant },
  uids: readonly string[],
): Promise<Map<string, Profile>> {
  if (uids.length === 0) return new Map();
  const chosen = [...new Set(uids)];
  const organisation = await readOrganisation(db);
  const rows = await db
    .selectFrom('read.user_account as u')
    .leftJoin('read.user_account as boss', 'boss.uid', 'u.manager_uid')
    .selectAll('u')
    .select('boss.full_name as manager_name')
    .where('u.uid', 'in', chosen)
    .execute();
  const departments = await departmentsOfPeople(db, chosen);
  const admin = roleMay(viewer.role, 'team.view');
  return new Map(
    rows.map((row) => [
      row.uid,
      {
        uid: row.uid,
        firstName: row.first_name,
        lastName: row.last_name,
        email: row.email,
        role: row.role,
        status: row.status,
        departments: departments(row.uid),
        createdAt: row.created_at,
        credentialUpdatedAt: admin || row.uid === viewer.uid ? row.credential_updated_at : null,
        lock: admin ? lockAt(row, now) : null,
        manager: admin || row.uid === viewer.uid ? managerOf(row) : null,
        organisation,
      },
    ]),
  );
}

/** One person with their stream's version: oneself, or anybody for an admin. */
export const getProfile = query({
  name: 'user.profile',
  input: z.object({ user: z.uuid() }),
  permission: 'signed-in',
  async run({ user }, { db, viewer, now }) {
    const profile = (await readProfiles(db, { viewer, now }, [user])).get(user);
    if (!profile) return refuse('not_found');
    if (user !== viewer.uid && !roleMay(viewer.role, 'team.view')) return refuse('not_allowed');
    return ok({ profile, streamVersion: await readStreamVersion(db, streams.user(user)) });
  },
});

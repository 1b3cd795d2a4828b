import { sql, type Kysely } from 'kysely';
import type { Named } from '#events/common.ts';
import type { Database } from '#app/database/schema.ts';
import type { Viewer } from '#app/queries/viewer.ts';

/** The person of a valid session, with the organisation's settings; null where the person is not active. */
export async function readViewer(
  db: Kysely<Database>,
  session: { org: string; user: string; publicId: string },
): Promise<Viewer | null> {
  const person = await db
    .selectFrom('read.user_account as u')
    .innerJoin('read.organisation as o', 'o.org_id', 'u.org_id')
    .select([
      'u.uid',
      'u.org_id',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.role',
      'u.credential_updated_at',
      'o.name as org_name',
      'o.settings',
    ])
    // With the rest in one round trip: every request asks.
    .select((eb) =>
      eb
        .selectFrom('read.user_department as m')
        .innerJoin('read.department as d', (join) =>
          join.onRef('d.org_id', '=', 'm.org_id').onRef('d.uid', '=', 'm.department_uid'),
        )
        .select(
          sql<Named[]>`coalesce(json_agg(json_build_object('uid', d.uid, 'name', d.name) order by d.name), '[]')`.as(
            'all',
          ),
        )
        .whereRef('m.user_uid', '=', 'u.uid')
        .$asScalar()
        .$notNull()
        .as('departments'),
    )
    .where('u.uid', '=', session.user)
    .where('u.status', '=', 'ACTIVE')
    .executeTakeFirst();
  if (!person) return null;
  return {
    uid: person.uid,
    org: person.org_id,
    orgName: person.org_name,
    settings: person.settings,
    firstName: person.first_name,
    lastName: person.last_name,
    email: person.email,
    role: person.role,
    departments: person.departments,
    session: session.publicId,
    credentialUpdatedAt: person.credential_updated_at,
  };
}

import type { Role, UserStatus } from '#events/user/events.ts';
import type { Database } from '#app/database/database.ts';
import { inOrder } from '#app/queries/department/in-order.ts';

/** The person a letter goes to, and the organisation that writes, as they are now. */
export interface Recipient {
  uid: string;
  firstName: string;
  fullName: string;
  email: string;
  role: Role;
  status: UserStatus;
  departments: string[];
  organisation: string;
  /** IANA zone name. */
  timeZone: string;
}

/** A person of the organisation, or null. */
export const readRecipient = (
  database: Pick<Database, 'tenant'>,
  org: string,
  user: string,
): Promise<Recipient | null> =>
  database.tenant(
    org,
    async (trx) => {
      const person = await trx
        .selectFrom('read.user_account as u')
        .innerJoin('read.organisation as o', 'o.org_id', 'u.org_id')
        .select(['u.uid', 'u.first_name', 'u.full_name', 'u.email', 'u.role', 'u.status', 'o.name', 'o.settings'])
        .where('u.org_id', '=', org)
        .where('u.uid', '=', user)
        .executeTakeFirst();
      if (!person) return null;
      const departments = await trx
        .selectFrom('read.user_department as m')
        .innerJoin('read.department as d', (join) =>
          join.onRef('d.org_id', '=', 'm.org_id').onRef('d.uid', '=', 'm.department_uid'),
        )
        .select('d.name')
        .where('m.org_id', '=', org)
        .where('m.user_uid', '=', user)
        .orderBy(inOrder('d.name_folded'))
        .execute();
      return {
        uid: person.uid,
        firstName: person.first_name,
        fullName: person.full_name,
        email: person.email,
        role: person.role,
        status: person.status,
        departments: departments.map(({ name }) => name),
        organisation: person.name,
        timeZone: person.settings.timeZone,
      };
    },
    { readOnly: true },
  );

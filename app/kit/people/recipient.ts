import type { OrganisationSettings } from '#events/organisation/events.ts';
import type { Role, UserStatus } from '#events/user/events.ts';
import type { Database } from '#app/adapters/database/database.ts';
import { departmentsOfPeople } from '#app/kit/people/profile.ts';

/** The current facts of an email's recipient and organisation. */
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
  settings: OrganisationSettings;
}

/** A person of the organisation, or null. */
export const readRecipient = (database: Pick<Database, 'read'>, org: string, user: string): Promise<Recipient | null> =>
  database.read(org, async (db) => {
    const person = await db
      .selectFrom('read.user_account as u')
      .innerJoin('read.organisation as o', 'o.org_id', 'u.org_id')
      .select(['u.uid', 'u.first_name as firstName', 'u.full_name as fullName', 'u.email', 'u.role', 'u.status'])
      .select(['o.name as organisation', 'o.settings'])
      .where('u.uid', '=', user)
      .executeTakeFirst();
    if (!person) return null;
    const departments = (await departmentsOfPeople(db, [user]))(user);
    return { ...person, departments: departments.map(({ name }) => name), timeZone: person.settings.timeZone };
  });

import { randomUUID } from 'node:crypto';
import { defaultSettings, type OrganisationSettings } from '#events/organisation/events.ts';
import type { Role, UserStatus } from '#events/user/events.ts';
import type { TestDatabase } from '#tests/support/database.ts';

export interface Person {
  org: string;
  user: string;
  email: string;
}

export const minutes = (instant: string, count: number): string =>
  new Date(Date.parse(instant) + count * 60_000).toISOString();

/** An organisation's row in the read model, as the ledger would have written it. */
export async function givenOrganisation(
  { owner }: TestDatabase,
  settings: Partial<OrganisationSettings> = {},
): Promise<string> {
  const org = randomUUID();
  await owner.query(
    `insert into read.organisation (org_id, uid, name, domain, settings, created_at)
     values ($1, $1, 'Northmere Diagnostics', 'northmere.example', $2, now())`,
    [org, { ...defaultSettings, ...settings }],
  );
  return org;
}

/** A person's row in the read model, as the ledger would have written it. */
export async function givenPerson(
  { owner }: TestDatabase,
  org: string,
  about: { email?: string; firstName?: string; lastName?: string; role?: Role; status?: UserStatus } = {},
): Promise<Person> {
  const user = randomUUID();
  const email = about.email ?? `${user}@northmere.example`;
  await owner.query(
    `insert into read.user_account (org_id, uid, first_name, last_name, email, role, status, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, now())`,
    [
      org,
      user,
      about.firstName ?? 'Noor',
      about.lastName ?? 'Haddad',
      email,
      about.role ?? 'EMPLOYEE',
      about.status ?? 'ACTIVE',
    ],
  );
  return { org, user, email };
}

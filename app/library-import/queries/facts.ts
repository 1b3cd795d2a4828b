import type { Kysely } from 'kysely';
import type { Named } from '#events/common.ts';
import { nameKey } from '#events/text.ts';
import { normaliseEmail } from '#events/user/email.ts';
import type { Role, UserStatus } from '#events/user/events.ts';
import type { Database } from '#app/adapters/database/schema.ts';

export interface KnownPerson extends Named {
  role: Role;
  status: UserStatus;
}

/** Somebody who left, as an earlier import recorded them. */
export interface FormerPerson extends Named {
  staffNumber: string | null;
  email: string | null;
  /** The system that they come from. */
  source: string;
}

/** What a preview compares a pack with. */
export interface OrganisationFacts {
  zone: string;
  /** By email. */
  people: ReadonlyMap<string, KnownPerson>;
  /** By `nameKey`, as the other two. */
  departments: ReadonlyMap<string, Named>;
  areas: ReadonlyMap<string, string>;
  titles: ReadonlySet<string>;
  /** Doc IDs as `SOP 001`, and the area of each. */
  numbers: ReadonlyMap<string, string>;
}

export async function readFacts(db: Kysely<Database>): Promise<OrganisationFacts> {
  const [organisation, people, departments, areas, documents] = await Promise.all([
    db.selectFrom('read.organisation').select('settings').executeTakeFirstOrThrow(),
    db.selectFrom('read.user_account').select(['uid', 'full_name as name', 'email', 'role', 'status']).execute(),
    db.selectFrom('read.department').select(['uid', 'name']).execute(),
    db.selectFrom('read.functional_area').select('name').where('retired_at', 'is', null).execute(),
    db.selectFrom('read.document').select(['name', 'type', 'doc_num', 'functional_area']).execute(),
  ]);
  return {
    zone: organisation.settings.timeZone,
    people: new Map(people.map(({ email, ...person }) => [normaliseEmail(email), person])),
    departments: new Map(departments.map((department) => [nameKey(department.name), department])),
    areas: new Map(areas.map(({ name }) => [nameKey(name), name])),
    titles: new Set(documents.map(({ name }) => nameKey(name))),
    numbers: new Map(documents.map((one) => [`${one.type} ${one.doc_num}`, one.functional_area])),
  };
}

import type { Preset } from '#events/organisation/controls.ts';
import { testServices, type TestServices } from '#tests/support/services.ts';
import { World, type Person } from '#app/set-up/demonstration/world.ts';

const password = 'corridor-battery-9-lamp';

/** Somebody with an address that no other organisation of the run has. */
export const somebody = <R extends Person['role']>(firstName: string, lastName: string, role: R) => ({
  firstName,
  lastName,
  role,
  email: `${firstName}.${lastName}@${Math.random().toString(36).slice(2)}.example`.toLowerCase(),
  password,
});

export interface Organisation {
  world: World;
  services: TestServices;
  admin: Person;
  author: Person;
  other: Person;
  employee: Person;
}

/**
 * An organisation with an admin, two authors and an employee, two departments (Quality, Laboratory) and the areas QA
 * and ENG.
 */
export async function organisation({
  preset = 'standard',
  ...options
}: Parameters<typeof testServices>[0] & { preset?: Preset } = {}): Promise<Organisation> {
  const services = await testServices(options);
  const { role: _, ...admin } = somebody('Ines', 'Okafor', 'ADMIN');
  const named = { name: 'Northmere Diagnostics', domain: 'northmere.example', admin };
  const world = await World.found(services, named, { preset });
  await world.department('Quality');
  await world.department('Laboratory');
  await world.functionalArea('QA');
  await world.functionalArea('ENG');
  return {
    world,
    services,
    admin: world.admin,
    author: await world.join(somebody('Tomasz', 'Wieczorek', 'AUTHOR'), ['Quality']),
    other: await world.join(somebody('Marit', 'Solheim', 'AUTHOR'), ['Laboratory']),
    employee: await world.join(somebody('Hana', 'Kobayashi', 'EMPLOYEE'), ['Quality']),
  };
}

export const sop = (docNum: string, name = `Procedure ${docNum}`) => ({
  name,
  type: 'SOP',
  functionalArea: 'QA',
  docNum,
});

/** The row of a document as lists show it. */
export const rowOf = ({ services, world }: Organisation, uid: string) =>
  services.database.read(world.org, (db) =>
    db.selectFrom('read.document').selectAll().where('uid', '=', uid).executeTakeFirst(),
  );

/** The types of the events of a document, oldest first. */
export async function eventsOf({ services, world }: Organisation, uid: string): Promise<string[]> {
  const { events } = await services.ledger.readStream(world.org, `document-${uid}`);
  return events.map(({ type }) => type);
}

/** Training records on a document: who, which version, in which state. */
export const trainingOf = ({ services, world }: Organisation, uid: string) =>
  services.database.read(world.org, (db) =>
    db
      .selectFrom('read.training_record')
      .select(['user_uid', 'version', 'status', 'cancelled_because', 'due_at', 'signed_at'])
      .where('document_uid', '=', uid)
      .orderBy('version')
      .orderBy('assigned_position')
      .execute(),
  );

/** A moment so many days from now: ISO 8601 in UTC. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** What the revision form sends: the working file carried over, a new PDF. */
export async function revision(
  org: Organisation,
  uid: string,
  by: Person,
  version: string,
  approvers: readonly Person[],
  name?: string,
) {
  const row = await rowOf(org, uid);
  const files = await org.world.upload(by, org.world.paperOf({ ...sop(row?.doc_num ?? '', row?.name), version }));
  return {
    document: uid,
    name: name ?? row?.name,
    version,
    working: row?.working_file?.objectKey,
    final: files.final,
    approvers: approvers.map((person) => person.uid),
  };
}

/** Does `work`; what it has decided is recorded after `meanwhile` was. */
export async function beforeAppend<T>(
  { services }: Organisation,
  meanwhile: () => Promise<unknown>,
  work: () => Promise<T>,
) {
  const { append } = services.ledger;
  services.ledger.append = async (wanted) => {
    services.ledger.append = append;
    await meanwhile();
    return append(wanted);
  };
  return work();
}

/** A document of the author's, approved by the other author and published to the department Quality. */
export async function published(org: Organisation, docNum: string, effectiveAt = inDays(30)): Promise<string> {
  const uid = await org.world.create(org.author, { ...sop(docNum), approvers: [org.other] });
  await org.world.sign(org.other, uid);
  await org.world.publish(uid, ['Quality'], effectiveAt);
  return uid;
}

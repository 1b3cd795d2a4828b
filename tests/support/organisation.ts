import { onTestFinished } from 'vitest';
import { qualityUnitName, type Preset } from '#events/organisation/controls.ts';
import { grantFunction } from '#app/people/commands/functions/grant.ts';
import type { Services } from '#app/server/services.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { copyOf } from '#tests/support/copied-world.ts';
import { testServices, type TestServices } from '#tests/support/services.ts';
import { paperPdf, type Paper } from '#app/set-up/demonstration/document-pdf.ts';
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
  /** Its database, which other services or a second organisation may share. */
  db: TestDatabase;
  world: World;
  services: TestServices;
  admin: Person;
  author: Person;
  other: Person;
  employee: Person;
}

type People = Pick<Organisation, 'admin' | 'author' | 'other' | 'employee'>;
type SavedOrganisation = People & Pick<World, 'org'> & { departments: [string, string][] };
type Options = Omit<NonNullable<Parameters<typeof testServices>[0]>, 'dataDir'> & { preset?: Preset };

/**
 * An organisation with an admin, two authors and an employee, two departments (Quality, Laboratory) and the areas QA
 * and ENG. It is made once a run; each has a copy, in a database of its own, unless `db` says in which it is made.
 */
export async function organisation({ preset = 'standard', ...options }: Options = {}): Promise<Organisation> {
  if (options.db) {
    const services = await testServices(options);
    return { services, db: options.db, ...(await foundOrganisation(services, preset)) };
  }
  const { db, dataDir, saved } = await copyOf<SavedOrganisation>({
    name: `organisation_${preset}`,
    async build(services) {
      const { world, ...people } = await foundOrganisation(services, preset);
      // Where an organisation is alone in its installation, sign-in may say more.
      const { role: _, ...admin } = somebody('Aoife', 'Brennan', 'ADMIN');
      await World.found(services, { name: 'Southwold Instruments', domain: 'southwold.example', admin });
      return { ...people, org: world.org, departments: [...world.departments] };
    },
  });
  onTestFinished(() => db.close());
  const services = await testServices({ ...options, db, dataDir });
  const { org, departments, ...people } = saved;
  const world = await World.found(services, namedFor(people.admin), { preset, organisation: org });
  for (const [department, uid] of departments) world.departments.set(department, uid);
  world.drawPdf = plainPdf;
  return { services, db, world, ...people, admin: world.admin };
}

/** The same PDF for every document of a version, unless it has sections of its own: it is inspected once a process. */
const plainPdf = (paper: Paper): Promise<Buffer> => paperPdf({ ...paper, number: 'Plain', title: 'A plain paper' });

const namedFor = (admin: Omit<Person, 'uid' | 'org' | 'role'>) => ({
  name: 'Northmere Diagnostics',
  domain: 'northmere.example',
  admin,
});

/** Makes these people the quality unit of a regulated organisation, by an admin who is none of them. */
export async function grantQualityUnit(world: World, people: readonly Person[], by = world.admin): Promise<void> {
  const { uid } = await world.ports.database.read(world.org, (db) =>
    db.selectFrom('read.function').select('uid').where('name', '=', qualityUnitName).executeTakeFirstOrThrow(),
  );
  const from = world.ports.now().slice(0, 10);
  for (const { uid: user } of people) await world.act(by, grantFunction, { function: uid, user, from });
}

async function foundOrganisation(services: Services, preset: Preset): Promise<People & { world: World }> {
  const { role: _, ...admin } = somebody('Ines', 'Okafor', 'ADMIN');
  const world = await World.found(services, namedFor(admin), { preset });
  await world.department('Quality');
  await world.department('Laboratory');
  await world.functionalArea('QA');
  await world.functionalArea('ENG');
  const author = await world.join(somebody('Tomasz', 'Wieczorek', 'AUTHOR'), ['Quality']);
  const other = await world.join(somebody('Marit', 'Solheim', 'AUTHOR'), ['Laboratory']);
  const employee = await world.join(somebody('Hana', 'Kobayashi', 'EMPLOYEE'), ['Quality']);
  if (preset === 'regulated') await grantQualityUnit(world, [author, other]);
  return { world, admin: world.admin, author, other, employee };
}

/** What a major revision says under Regulated, where its reason is the command's too. */
export const majorChange = (reason: string | null = null) => ({
  kind: 'major',
  reason,
  summary: [{ place: 'Section 4', what: 'The limit.' }],
  origin: [],
  trainingImpact: 'read',
  trainingReason: null,
});

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

/** A moment so many days from now. */
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

import { randomBytes } from 'node:crypto';
import { discardDocument, retireDocument } from '#app/documents/commands/retire.ts';
import { reviseDocument } from '#app/documents/commands/revise.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import type { Ports } from '#app/kit/ports.ts';
import { World, type NewDocument, type Person } from '#app/set-up/demonstration/world.ts';

/** One password for everybody of a scenario. */
const password = 'corridor-battery-9-lamp';

/** A document for each status that one can be in. All values are uids. */
export interface ScenarioDocuments {
  /** CREATED, complete, by the author. */
  draft: string;
  /** A draft that was discarded. */
  discarded: string;
  /** IN_REVIEW; the admin and the second author have not signed. */
  inReview: string;
  rejected: string;
  /** APPROVED: awaits final approval. */
  approved: string;
  /** PENDING: effective in thirty days, training open. */
  pending: string;
  /** EFFECTIVE; the employee has trained, others have not. */
  effective: string;
  /** Version 1.0 in force, 2.0 in review. */
  underRevision: string;
  retired: string;
}

export interface ScenarioOrganisation {
  world: World;
  admin: Person;
  author: Person;
  /** Another author, who approves. */
  approver: Person;
  employee: Person;
  /** Works in a department to which nothing was published. */
  outsider: Person;
  /** Invited, not confirmed. */
  invited: Person;
  /** Was there once, and is deactivated. */
  deactivated: Person;
  documents: ScenarioDocuments;
}

/** Two organisations with the same people and documents: whatever one may see, the other must not. */
export interface Scenario {
  ours: ScenarioOrganisation;
  theirs: ScenarioOrganisation;
}

/** Builds both through the real commands, with tiny real files. Addresses are unique to the run. */
export async function buildScenario(ports: Ports): Promise<Scenario> {
  const [ours, theirs] = await Promise.all([
    buildOrganisation(ports, 'Northmere Diagnostics', 'northmere'),
    buildOrganisation(ports, 'Southwold Instruments', 'southwold'),
  ]);
  return { ours, theirs };
}

/** An organisation as JSON can hold it. */
export type SavedOrganisation = Omit<ScenarioOrganisation, 'world'> &
  Pick<World, 'org' | 'name'> & { departments: [string, string][] };

export const savedOrganisation = ({ world, ...rest }: ScenarioOrganisation): SavedOrganisation => ({
  org: world.org,
  name: world.name,
  departments: [...world.departments],
  ...rest,
});

/** An organisation that is in a copy of its database. */
export async function organisationFrom(
  ports: Ports,
  { org, name, departments, ...rest }: SavedOrganisation,
): Promise<ScenarioOrganisation> {
  const world = await World.found(ports, { name, domain: '', admin: rest.admin }, { organisation: org });
  for (const [department, uid] of departments) world.departments.set(department, uid);
  return { world, ...rest };
}

/** One organisation with people of each role, two departments (Quality, Laboratory) and the area QA. */
export async function buildOrganisation(ports: Ports, name: string, host: string): Promise<ScenarioOrganisation> {
  const domain = `${host}-${randomBytes(4).toString('hex')}.example`;
  const somebody = <R extends Person['role']>(firstName: string, lastName: string, role: R) => ({
    firstName,
    lastName,
    role,
    email: `${firstName}.${lastName}@${domain}`.toLowerCase(),
    password,
  });
  const { role: _, ...admin } = somebody('Ines', 'Okafor', 'ADMIN');
  const world = await World.found(ports, { name, domain, admin });
  await world.department('Quality');
  await world.department('Laboratory');
  await world.functionalArea('QA');
  const people = {
    admin: world.admin,
    author: await world.join(somebody('Tomasz', 'Wieczorek', 'AUTHOR'), ['Quality']),
    approver: await world.join(somebody('Marit', 'Solheim', 'AUTHOR'), ['Laboratory']),
    employee: await world.join(somebody('Hana', 'Kobayashi', 'EMPLOYEE'), ['Quality']),
    outsider: await world.join(somebody('Aoife', 'Brennan', 'EMPLOYEE'), ['Laboratory']),
    deactivated: await world.join(somebody('Rosalind', 'Teague', 'EMPLOYEE'), ['Laboratory']),
    invited: await world.invite(somebody('Noor', 'Haddad', 'EMPLOYEE'), ['Quality']),
  };
  await world.act(people.admin, deactivateUser, { user: people.deactivated.uid });
  return { world, ...people, documents: await buildDocuments(world, people) };
}

type People = Pick<ScenarioOrganisation, 'admin' | 'author' | 'approver' | 'employee'>;

const sop = (docNum: string, name: string): NewDocument => ({ name, type: 'SOP', functionalArea: 'QA', docNum });

async function buildDocuments(world: World, people: People): Promise<ScenarioDocuments> {
  const { admin, author, approver, employee } = people;
  const approvers = [admin, approver];
  const make = (docNum: string, name: string) => world.create(author, { ...sop(docNum, name), approvers });
  const approve = async (docNum: string, name: string) => {
    const document = await make(docNum, name);
    await world.sign(admin, document);
    await world.sign(approver, document);
    return document;
  };
  const bringIntoForce = async (docNum: string, name: string, waiveTraining = false) => {
    const document = await approve(docNum, name);
    await world.publishNow(document, ['Quality'], { waiveTraining });
    return document;
  };

  const draft = await world.create(author, { ...sop('001', 'Change Control'), send: false });
  const discarded = await world.create(author, { ...sop('002', 'A Plan Given Up'), send: false });
  await world.act(author, discardDocument, { document: discarded });
  const inReview = await make('003', 'Deviation Handling');
  const rejected = await make('004', 'Supplier Audits');
  await world.sign(approver, rejected, 'Step 6.3 refers to a form that was retired.');
  const approved = await approve('005', 'Calibration of Balances');
  const pending = await approve('006', 'Cleaning Validation');
  const inThirtyDays = new Date(Date.parse(world.ports.now()) + 30 * 86_400_000).toISOString();
  await world.publish(pending, ['Quality'], inThirtyDays);
  const effective = await bringIntoForce('007', 'Batch Record Review');
  await world.train(employee, effective);
  const underRevision = await bringIntoForce('008', 'Corrective and Preventive Action', true);
  await revise(world, author, underRevision, { ...sop('008', 'Corrective and Preventive Action'), approvers });
  const retired = await bringIntoForce('009', 'Paper Archive', true);
  await world.act(admin, retireDocument, { document: retired, reason: 'The archive was closed.' });
  return { draft, discarded, inReview, rejected, approved, pending, effective, underRevision, retired };
}

/** Sends version 2.0 to the approvers. */
async function revise(world: World, author: Person, document: string, revision: NewDocument): Promise<void> {
  const next = { ...revision, version: '2.0' };
  const files = await world.upload(author, world.paperOf(next), document);
  const { name, version, approvers = [] } = next;
  await world.act(author, reviseDocument, {
    document,
    name,
    version,
    ...files,
    approvers: approvers.map(({ uid }) => uid),
  });
}

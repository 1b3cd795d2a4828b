import { retireDocument } from '#app/commands/document/retire.ts';
import { reviseDocument } from '#app/commands/document/revise.ts';
import { editUser } from '#app/commands/user/edit.ts';
import { longDocuments } from '#app/demo/long-documents.ts';
import { demonstrationProgress, demonstrationUid, lastStepPurpose, organisationPurpose } from '#app/demo/progress.ts';
import {
  departments,
  documents,
  domain,
  functionalAreas,
  organisationName,
  people,
  type DemonstrationDocument,
} from '#app/demo/northmere.ts';
import { World, type Person } from '#app/demo/world.ts';
import type { Ports } from '#app/ports.ts';
import { accepted, failureOf } from '#app/setup/accepted.ts';

/** One password for all people of the demonstration; the console shows it. */
const password = 'verdigris-lantern-42';

/** The people whose sign-ins the console shows. */
const signIns = { admin: 'ines.okafor', author: 'tomasz.wieczorek', employee: 'hana.kobayashi' };

/** PostgreSQL's advisory lock: one server at a time loads the demonstration. */
const loadingLock = 4_711_000_008;

/**
 * Loads the demonstration organisation through the real commands, or the rest of an incomplete one: a step that is
 * repeated has the same command id. Answers the console's lines; null where the database holds anything else.
 */
export async function loadDemonstration(ports: Ports): Promise<readonly string[] | null> {
  const client = await ports.database.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [loadingLock]);
    if ((await demonstrationProgress(ports)) === 'complete') return null;
    await load(ports);
  } catch (error) {
    // A visitor may set up another organisation at any moment, so this is not checked beforehand.
    if (failureOf(error)?.code === 'setup_already_done') return null;
    throw error;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [loadingLock]).catch(() => undefined);
    client.release();
  }
  return [
    `The demonstration organisation is loaded. Everybody's password is ${password}`,
    ...Object.entries(signIns).map(([role, name]) => `  ${role.padEnd(8)}  ${name}@${domain}`),
  ];
}

async function load(ports: Ports): Promise<void> {
  let steps = 0;
  const admin = { firstName: 'Ines', lastName: 'Okafor', email: `${signIns.admin}@${domain}`, password };
  const world = await World.found(
    ports,
    { name: organisationName, domain, admin },
    {
      onlyFirst: true,
      preset: 'regulated',
      organisation: demonstrationUid(ports, organisationPurpose),
      steps: () => demonstrationUid(ports, `step ${++steps}`),
    },
  );
  for (const name of departments) await world.department(name);
  for (const area of functionalAreas) await world.functionalArea(area);
  const byFirstName = await loadPeople(world);
  for (const document of documents) await loadDocument(world, byFirstName, document);
}

async function loadPeople(world: World): Promise<Map<string, Person>> {
  const byFirstName = new Map([['Ines', world.admin]]);
  for (const [firstName, lastName, role, places] of people) {
    const email = `${firstName}.${lastName}@${domain}`
      .normalize('NFD')
      .replace(/[^\w.@-]/g, '')
      .toLowerCase();
    byFirstName.set(firstName, await world.join({ firstName, lastName, email, role, password }, places));
  }
  const { uid: user, ...admin } = world.admin;
  await world.act(world.admin, editUser, {
    ...admin,
    user,
    departments: world.uidsOf(['Corporate', 'Quality Assurance']),
    reason: 'Heads Quality Assurance.',
  });
  const invited = { firstName: 'Noor', lastName: 'Haddad', email: `noor.haddad@${domain}`, password };
  await world.invite({ ...invited, role: 'EMPLOYEE' }, ['IT']);
  return byFirstName;
}

/** The first admin, or the other one where the first alone approved the version or declared it effective. */
function finalApprover(world: World, { owner, approvers = [owner] }: DemonstrationDocument, other: Person): Person {
  const [only, ...more] = approvers;
  return more.length === 0 && only === world.admin.firstName ? other : world.admin;
}

async function loadDocument(
  world: World,
  byFirstName: ReadonlyMap<string, Person>,
  document: DemonstrationDocument,
): Promise<void> {
  const { owner, approvers = [], signers = approvers, rejection, publication, trained = [], revision } = document;
  const person = (name: string): Person => byFirstName.get(name)!;
  const content = { ...document.content, sections: longDocuments[document.content.name] };
  const uid = await world.create(person(owner), { ...content, send: document.send, approvers: approvers.map(person) });
  for (const name of signers) await world.sign(person(name), uid, rejection);
  if (publication) {
    const { inDays, departments: places, waiveTraining } = publication;
    const effectiveAt = new Date(Date.parse(world.ports.now()) + (inDays ?? 0) * 86_400_000).toISOString();
    const by = finalApprover(world, document, person('Priya'));
    if (inDays === undefined) await world.publishNow(uid, places, { waiveTraining, by });
    else await world.publish(uid, places, effectiveAt, { by });
  }
  for (const name of trained) await world.train(person(name), uid);
  if (revision) {
    const newer = { ...content, version: revision.version };
    await world.actOnce(person(owner), reviseDocument, async () => ({
      ...newer,
      ...(await world.upload(person(owner), world.paperOf(newer), uid)),
      document: uid,
      reason: revision.reason,
      approvers: revision.approvers.map((name) => person(name).uid),
    }));
    for (const name of revision.signers) await world.sign(person(name), uid);
  }
  if (document.retirement) {
    const input = { document: uid, reason: document.retirement };
    const step = demonstrationUid(world.ports, lastStepPurpose);
    accepted(await world.attempt(world.admin, retireDocument, input, step), 'retire');
  }
}

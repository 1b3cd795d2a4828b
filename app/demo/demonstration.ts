import type { Role } from '#events/user/events.ts';
import { retireDocument } from '#app/commands/document/retire.ts';
import { reviseDocument } from '#app/commands/document/revise.ts';
import { editUser } from '#app/commands/user/edit.ts';
import { accepted, refusalOf } from '#app/setup/accepted.ts';
import { World, type NewDocument, type Person } from '#app/demo/world.ts';
import type { Ports } from '#app/ports.ts';
import { demonstration, demonstrationLoaded, lastStep, uidOf } from '#app/demo/fixtures.ts';
import { demonstrationPapers } from '#app/demo/long-documents.ts';

/** One password for everybody of the demonstration; the console shows it. */
const password = 'verdigris-lantern-42';
const domain = 'northmere.example';

const departments = [
  'Corporate',
  'Engineering',
  'IT',
  'Laboratory',
  'Manufacturing',
  'Project Management',
  'Quality Assurance',
] as const;
/** Whom to try the product as. */
const demonstrationSignIns = [
  { role: 'admin', email: `ines.okafor@${domain}` },
  { role: 'author', email: `tomasz.wieczorek@${domain}` },
  { role: 'employee', email: `hana.kobayashi@${domain}` },
] as const;
type Department = (typeof departments)[number];

const staff: readonly [first: string, last: string, role: Role, departments: Department[]][] = [
  ['Priya', 'Raman', 'ADMIN', ['Quality Assurance']],
  ['Tomasz', 'Wieczorek', 'AUTHOR', ['Manufacturing', 'Engineering']],
  ['Daniel', 'Achterberg', 'AUTHOR', ['IT']],
  ['Greta', 'Lindqvist', 'AUTHOR', ['Corporate']],
  ['Marit', 'Solheim', 'AUTHOR', ['Engineering']],
  ['Pavel', 'Dvořák', 'AUTHOR', ['Engineering']],
  ['Hana', 'Kobayashi', 'EMPLOYEE', ['Laboratory', 'Quality Assurance']],
  ['Aoife', 'Brennan', 'EMPLOYEE', ['Laboratory']],
  ['Luca', 'Ferrante', 'EMPLOYEE', ['Manufacturing']],
  ['Rosalind', 'Teague', 'EMPLOYEE', ['Project Management']],
  ['Samuel', 'Oyelaran', 'EMPLOYEE', ['Manufacturing']],
];

const days = (ports: Ports, count: number): string =>
  new Date(Date.parse(ports.now()) + count * 86_400_000).toISOString();

/** Loaded by one at a time, on whichever node: PostgreSQL's advisory lock with this number. */
const turn = 4_711_000_008;

/**
 * Loads the demonstration organisation, Northmere Diagnostics, through the real commands: people, departments, and documents in every
 * status, with training done, open and overdue. Where it was loaded in part, the rest is: each step has the same command id again.
 * Answers the lines that the console prints; null where the database holds anything else.
 */
export async function loadDemonstration(ports: Ports): Promise<readonly string[] | null> {
  const client = await ports.database.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [turn]);
    if ((await demonstrationLoaded(ports)) === 'whole') return null;
    await loadSteps(ports);
  } catch (error) {
    // Not asked beforehand: a visitor may be setting up another organisation at this moment.
    if (refusalOf(error)?.code === 'setup_already_done') return null;
    throw error;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [turn]).catch(() => undefined);
    client.release();
  }
  return [
    `The demonstration organisation is loaded. Everybody's password is ${password}`,
    ...demonstrationSignIns.map(({ role, email }) => `  ${role.padEnd(8)}  ${email}`),
  ];
}

async function loadSteps(ports: Ports): Promise<void> {
  let steps = 0;
  const world = await World.found(
    ports,
    {
      name: 'Northmere Diagnostics',
      domain,
      admin: { firstName: 'Ines', lastName: 'Okafor', email: `ines.okafor@${domain}`, password },
    },
    { onlyFirst: true, organisation: uidOf(ports, demonstration), steps: () => uidOf(ports, `step ${++steps}`) },
  );
  for (const name of departments) await world.department(name);
  for (const area of ['CORP', 'ENG', 'IT', 'PM', 'QA']) await world.functionalArea(area);
  const people = new Map<string, Person>([['Ines', world.admin]]);
  for (const [firstName, lastName, role, places] of staff) {
    const email = `${firstName}.${lastName}@${domain}`
      .normalize('NFD')
      .replace(/[^\w.@-]/g, '')
      .toLowerCase();
    people.set(firstName, await world.join({ firstName, lastName, email, role, password }, places));
  }
  await world.act(world.admin, editUser, {
    user: world.admin.uid,
    firstName: world.admin.firstName,
    lastName: world.admin.lastName,
    role: world.admin.role,
    departments: world.uidsOf(['Corporate', 'Quality Assurance']),
  });
  await world.invite(
    { firstName: 'Noor', lastName: 'Haddad', email: `noor.haddad@${domain}`, role: 'EMPLOYEE', password },
    ['IT'],
  );
  await documents(world, (name) => {
    const person = people.get(name);
    if (!person) throw new Error(`There is no ${name} in the demonstration`);
    return person;
  });
}

async function documents(world: World, who: (name: string) => Person): Promise<void> {
  const { ports } = world;
  const make = async (owner: string, document: NewDocument, approvers: string[] = [], sign = true): Promise<string> => {
    const uid = await world.create(who(owner), {
      ...document,
      sections: demonstrationPapers[document.name] ?? document.sections,
      approvers: approvers.map(who),
    });
    if (sign) for (const approver of approvers) await world.sign(who(approver), uid);
    return uid;
  };

  // In force, with training complete, under way, waived.
  const batch = await make('Priya', { name: 'Batch Record Review', type: 'SOP', functionalArea: 'QA', docNum: '017' }, [
    'Ines',
    'Daniel',
  ]);
  await world.publishNow(batch, ['Quality Assurance', 'Manufacturing']);
  for (const name of ['Hana', 'Luca', 'Tomasz']) await world.train(who(name), batch);
  const policy = await make(
    'Greta',
    { name: 'Quality Policy', type: 'Policy', functionalArea: 'CORP', docNum: '001' },
    ['Ines'],
  );
  await world.publishNow(policy, ['Corporate']);
  await world.train(who('Greta'), policy);
  const integrity = await make(
    'Greta',
    { name: 'Anti-Falsification and Data Integrity', type: 'Policy', functionalArea: 'CORP', docNum: '004' },
    ['Priya', 'Ines'],
  );
  await world.publishNow(integrity, ['Corporate'], { waiveTraining: true });
  const records = await make(
    'Daniel',
    { name: 'Electronic Records and Signatures', type: 'SOP', functionalArea: 'IT', docNum: '006' },
    ['Ines', 'Greta'],
  );
  await world.publishNow(records, ['IT', 'Quality Assurance']);
  await world.train(who('Daniel'), records);

  // Brought in from outside, in force at once.
  const management = await world.create(world.admin, {
    name: 'Management Review',
    type: 'SOP',
    functionalArea: 'PM',
    docNum: '002',
    version: '3.2',
    externallyEffective: true,
  });
  await world.publish(management, ['Project Management'], days(ports, -30));

  // A revision in review while the version before stays in force.
  const capa = await make(
    'Tomasz',
    { name: 'Corrective and Preventive Action', type: 'SOP', functionalArea: 'QA', docNum: '003', version: '2.0' },
    ['Ines', 'Priya'],
  );
  await world.publishNow(capa, ['Quality Assurance']);
  const newer = {
    name: 'Corrective and Preventive Action',
    type: 'SOP',
    functionalArea: 'QA',
    docNum: '003',
    version: '3.0',
  };
  await world.actOnce(who('Tomasz'), reviseDocument, async () => ({
    ...newer,
    ...(await world.upload(
      who('Tomasz'),
      world.paperOf({ ...newer, sections: demonstrationPapers[newer.name] }),
      capa,
    )),
    document: capa,
    approvers: ['Ines', 'Priya', 'Greta'].map((name) => who(name).uid),
  }));
  await world.sign(who('Priya'), capa);

  // Scheduled: training under way, and training complete.
  const checklist = await make(
    'Priya',
    { name: 'Batch Record Review Checklist', type: 'Form', functionalArea: 'QA', docNum: '017-02' },
    ['Ines'],
  );
  await world.publish(checklist, ['Quality Assurance', 'Laboratory'], days(ports, 12));
  await world.train(who('Hana'), checklist);
  const gowning = await make(
    'Tomasz',
    { name: 'Gowning Qualification Record', type: 'Form', functionalArea: 'QA', docNum: '012-01' },
    ['Priya'],
  );
  await world.publish(gowning, ['Project Management'], days(ports, 5));
  await world.train(who('Rosalind'), gowning);

  // Awaiting final approval, awaiting approvers, rejected, drafts, retired.
  await make('Ines', { name: 'Change Control', type: 'SOP', functionalArea: 'QA', docNum: '009', version: '2.0' }, [
    'Priya',
    'Greta',
  ]);
  const calibration = await make(
    'Marit',
    {
      name: 'Calibration of Pressure Transducers',
      type: 'Work_Instruction',
      functionalArea: 'ENG',
      docNum: '031',
      version: '1.2',
    },
    ['Ines', 'Pavel'],
    false,
  );
  await world.sign(who('Pavel'), calibration);
  await make(
    'Greta',
    { name: 'Site Master File', type: 'Other', functionalArea: 'CORP', docNum: '011' },
    ['Priya'],
    false,
  );
  const monitoring = await make(
    'Marit',
    { name: 'Environmental Monitoring Set-Up', type: 'Work_Instruction', functionalArea: 'ENG', docNum: '022' },
    ['Tomasz', 'Pavel'],
    false,
  );
  await world.sign(who('Tomasz'), monitoring, 'Step 6.3 still refers to a form that was retired in November.');
  await make('Ines', { name: 'Change Request', type: 'Template', functionalArea: 'QA', docNum: '009-01', send: false });
  await make('Daniel', {
    name: 'Validation of Spreadsheets',
    type: 'SOP',
    functionalArea: 'IT',
    docNum: '008',
    send: false,
  });
  const label = await make(
    'Tomasz',
    { name: 'Label Printing on the Old Line', type: 'Work_Instruction', functionalArea: 'ENG', docNum: '014' },
    ['Ines'],
  );
  await world.publishNow(label, ['Manufacturing']);
  const reason = 'The old line was taken down. WI-ENG-031 replaces it.';
  const retired = await world.attempt(world.admin, retireDocument, { document: label, reason }, uidOf(ports, lastStep));
  accepted(retired, 'retire');
}

import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { beginImport } from '#app/library-import/commands/begin.ts';
import { approveImport, checkImport } from '#app/library-import/commands/sign.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { readPlan, storeFile } from '#app/library-import/source-pack/stored.ts';
import type { Person } from '#app/set-up/demonstration/world.ts';
import type { Site } from '#tests/http/site.ts';
import { library, packOf, type Library } from '#tests/support/source-pack.ts';

/** The uids of imports, by the step that they are at. */
export const imports = {
  previewed: '',
  checked: '',
  completed: '',
  broken: '',
  own: '',
  /** With dates that cannot have happened, and the SHA-256 of its plan. */
  doubtful: '',
  doubtfulPlan: '',
  /** It gets more files. */
  mendable: '',
  /** Where a version is in the sample of the previewed one. */
  versionInSample: 0,
};

const importOf = ({ services, ours: { world } }: Site, uid: string) =>
  services.database.read(world.org, (db) =>
    db.selectFrom('read.library_import').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow(),
  );

async function reaches(site: Site, uid: string, status: string) {
  for (let tries = 0; tries < 600; tries++) {
    const found = await importOf(site, uid);
    if (found.status === status) return found;
    await sleep(100);
  }
  throw new Error(`An import does not become ${status}.`);
}

async function begin(site: Site, by: Person, given: Library, source: string): Promise<string> {
  const {
    services,
    ours: { world },
  } = site;
  const uid = randomUUID();
  const files = [];
  for (const { name, bytes } of packOf(given)) {
    const body = Readable.from([Buffer.from(bytes)]);
    files.push(await storeFile(services, world.org, uid, name, { name, mediaType: 'application/octet-stream', body }));
  }
  await world.act(by, beginImport, { import: uid, source, reason: 'The old system is switched off.', files });
  await reaches(site, uid, 'PREVIEWED');
  return uid;
}

export const signing = ({ email, password, firstName, lastName }: Person) => ({
  email,
  password,
  signedName: `${firstName} ${lastName}`,
  consent: true,
});

async function check(site: Site, by: Person, uid: string): Promise<void> {
  const {
    services,
    ours: { world },
  } = site;
  const { sample } = await readPlan(services, world.org, (await importOf(site, uid)).plan!);
  const verdicts = sample.map(({ row }) => ({ row, equal: true }));
  await world.act(by, checkImport, { import: uid, ...signing(by), verdicts });
}

/** An import at each step, begun and checked by a second admin, and one by the first. */
export async function makeImports(site: Site): Promise<void> {
  const { world, admin, author, employee } = site.ours;
  const { password } = admin;
  const email = `sanna.virtanen@${author.email.split('@')[1]!}`;
  const person = { firstName: 'Sanna', lastName: 'Virtanen', role: 'ADMIN' as const, email, password };
  const second = await world.join(person, ['Quality']);
  const small = (name: string, size = 1): Library => {
    const given = library(size, author.email, employee.email, name);
    for (const document of given.tables.documents) document.number = '';
    return given;
  };
  const evidenced = small('Alpha', 2);
  for (const [row] of [evidenced.tables.versions, evidenced.tables.training]) row!['evidence file'] = 'va-1-1.pdf';
  imports.completed = await begin(site, second, evidenced, 'QDoc, completed');
  await check(site, second, imports.completed);
  await world.act(admin, approveImport, { import: imports.completed, ...signing(admin) });
  await reaches(site, imports.completed, 'COMPLETED');
  imports.previewed = await begin(site, second, small('Beta'), 'QDoc, previewed');
  const { sample } = await readPlan(site.services, world.org, (await importOf(site, imports.previewed)).plan!);
  imports.versionInSample = sample.findIndex(({ row }) => row.startsWith('versions '));
  const doubtful = small('Zeta');
  doubtful.tables.versions[0]!['approved on'] = '21.04.2011';
  imports.mendable = await begin(site, second, small('Eta'), 'QDoc, to be mended');
  imports.doubtful = await begin(site, second, doubtful, 'QDoc, in doubt');
  imports.doubtfulPlan = (await importOf(site, imports.doubtful)).plan!.sha256;
  imports.checked = await begin(site, second, small('Gamma'), 'QDoc, checked');
  await check(site, second, imports.checked);
  const unknown = small('Delta');
  unknown.tables.documents[0]!.departments = 'Weighing';
  unknown.tables.versions[2]!.title = 'Delta '.repeat(20).trim();
  imports.broken = await begin(site, second, unknown, 'QDoc, with a problem');
  imports.own = await begin(site, admin, small('Epsilon'), 'QDoc, by the admin');
  await check(site, admin, imports.own);
  const prepared = path.join(site.server.dataDir, 'files/objects', world.org, 'import/Old library');
  await mkdir(prepared, { recursive: true });
  // Other bytes than those that the imports have, which would be no mended file.
  await writeFile(path.join(prepared, 'departments.csv'), 'name\r\nQuality\r\n');
  // Other rows need the last admin.
  const profile = { ...person, role: 'AUTHOR', departments: world.uidsOf(['Quality']) };
  await world.act(admin, editUser, { ...profile, user: second.uid });
}

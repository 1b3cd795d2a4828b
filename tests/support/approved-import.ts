import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { beginImport } from '#app/library-import/commands/begin.ts';
import { approveImport, checkImport } from '#app/library-import/commands/sign.ts';
import { isWarning } from '#app/library-import/source-pack/columns.ts';
import { preview } from '#app/library-import/source-pack/preview.ts';
import { runImport } from '#app/library-import/source-pack/run.ts';
import { readPlan, storeFile } from '#app/library-import/source-pack/stored.ts';
import { World, type Person } from '#app/set-up/demonstration/world.ts';
import type { Ports } from '#app/kit/ports.ts';

const password = 'corridor-battery-9-lamp';
const person = (firstName: string, lastName: string) => ({
  firstName,
  lastName,
  email: `${firstName}.${lastName}@northmere.example`.toLowerCase(),
  password,
});

/** The admin, who owns what comes in, and an employee with training. */
export const [admin, learner] = [person('Ines', 'Okafor'), person('Hana', 'Kobayashi')];

/** An organisation with two admins, an employee, the department Quality and the areas QA, QB and so on. */
export async function foundForImport(ports: Ports, areas = 1): Promise<{ world: World; second: Person }> {
  const world = await World.found(ports, { name: 'Northmere Diagnostics', domain: 'northmere.example', admin });
  await world.department('Quality');
  for (let n = 0; n < areas; n++) await world.functionalArea(`Q${String.fromCharCode(65 + n)}`);
  const second = await world.join({ ...person('Aki', 'Mori'), role: 'ADMIN' }, ['Quality']);
  await world.join({ ...learner, role: 'EMPLOYEE' }, ['Quality']);
  return { world, second };
}

const signing = ({ email, firstName, lastName }: Person) => ({
  email,
  password,
  signedName: `${firstName} ${lastName}`,
  consent: true,
});

type Pack = readonly { name: string; bytes: Uint8Array }[];

/** Stores the pack and begins its import. */
async function begun(world: World, pack: Pack): Promise<string> {
  const { ports, org } = world;
  const uid = randomUUID();
  const files = [];
  for (const { name, bytes } of pack) {
    const stored = { name, mediaType: 'application/octet-stream', body: Readable.from([Buffer.from(bytes)]) };
    files.push(await storeFile(ports, org, uid, name, stored));
  }
  await world.act(world.admin, beginImport, { import: uid, source: 'QDoc', reason: 'QDoc is switched off.', files });
  return uid;
}

/** Begins an import and waits until a server has previewed it. Answers its uid, and the problems. */
export async function previewed(world: World, pack: Pack): Promise<{ uid: string; problems: string[] }> {
  const uid = await begun(world, pack);
  for (;;) {
    const plan = await planOf(world, uid);
    if (plan) return { uid, problems: plan.problems.filter((one) => !isWarning(one)).map(({ says }) => says) };
    await sleep(100);
  }
}

async function planOf({ ports, org }: World, uid: string) {
  const { plan } = await ports.database.read(org, (db) =>
    db.selectFrom('read.library_import').select('plan').where('uid', '=', uid).executeTakeFirstOrThrow(),
  );
  return plan && (await readPlan(ports, org, plan));
}

/** Compares the sample and signs; the second admin signs the approval, and a server carries the import out. */
export async function approve(world: World, second: Person, uid: string): Promise<void> {
  const { sample = [] } = (await planOf(world, uid)) ?? {};
  const verdicts = sample.map(({ row }) => ({ row, equal: true }));
  await world.act(world.admin, checkImport, { import: uid, ...signing(world.admin), verdicts });
  await world.act(second, approveImport, { import: uid, ...signing(second) });
}

/** Imports a library without a server, whose jobs run here. */
export async function importHere(world: World, second: Person, pack: Pack): Promise<string> {
  const uid = await begun(world, pack);
  await preview(world.ports, world.org, uid);
  await approve(world, second, uid);
  await runImport(world.ports, world.org, uid);
  return uid;
}

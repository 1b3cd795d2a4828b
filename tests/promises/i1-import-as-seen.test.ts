import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { defaultSettings } from '#events/organisation/events.ts';
import { beginImport } from '#app/library-import/commands/begin.ts';
import { acceptExceptions, mendFiles, orderDates } from '#app/library-import/commands/mend.ts';
import { approveImport, checkImport } from '#app/library-import/commands/sign.ts';
import { preview } from '#app/library-import/source-pack/preview.ts';
import { runImport } from '#app/library-import/source-pack/run.ts';
import { readPlan, storeFile } from '#app/library-import/source-pack/stored.ts';
import type { Plan } from '#app/library-import/source-pack/plan.ts';
import { pairsOf } from '#app/library-import/screens/sample.tsx';
import type { Person, World } from '#app/set-up/demonstration/world.ts';
import { foundForImport } from '#tests/support/approved-import.ts';
import { decode } from '#events/catalogue.ts';
import { streams } from '#events/streams.ts';
import { readStartHere } from '#app/home/queries/start-here.ts';
import { emailsOf } from '#app/notifications/jobs/enqueue-emails.ts';
import { testServices, type TestServices } from '#tests/support/services.ts';

const cases = new URL('../library-import/cases/', import.meta.url);
type Sent = Record<string, string | Uint8Array>;

let services: TestServices;
let world: World;
let second: Person;

async function setUp(): Promise<void> {
  services = await testServices();
  ({ world, second } = await foundForImport(services));
  await world.department('IT');
}

const steps: { name: string; run: () => Promise<void> }[] = [];
/** In one organisation: to found one takes far longer than any of these. */
const step = (name: string, run: () => Promise<void>): void => void steps.push({ name, run });

const packOf = (name: string): Sent =>
  Object.fromEntries(
    readdirSync(new URL(`${name}/`, cases)).map((file) => [file, readFileSync(new URL(`${name}/${file}`, cases))]),
  );

async function store(uid: string, sent: Sent) {
  const files = [];
  for (const [name, bytes] of Object.entries(sent)) {
    const body = Readable.from([Buffer.from(bytes)]);
    const stored = { name, mediaType: 'application/octet-stream', body };
    files.push(await storeFile(services, world.org, uid, randomUUID(), stored));
  }
  return files;
}

async function planOf(uid: string): Promise<Plan> {
  const { plan } = await services.database.read(world.org, (db) =>
    db.selectFrom('read.library_import').select('plan').where('uid', '=', uid).executeTakeFirstOrThrow(),
  );
  return readPlan(services, world.org, plan!);
}

const shaOf = async (uid: string): Promise<string> => {
  const { plan } = await services.database.read(world.org, (db) =>
    db.selectFrom('read.library_import').select('plan').where('uid', '=', uid).executeTakeFirstOrThrow(),
  );
  return plan!.sha256;
};

async function begin(sent: Sent): Promise<string> {
  const uid = randomUUID();
  const files = await store(uid, sent);
  await world.act(world.admin, beginImport, { import: uid, source: 'QDoc', reason: 'It is switched off.', files });
  await preview(services, world.org, uid);
  return uid;
}

const saysOf = ({ problems }: Plan) => problems.map(({ kind, says }) => `${kind}: ${says}`);
const versionsOf = ({ documents }: Plan) => documents.flatMap(({ versions }) => versions.map(({ data }) => data));

const signing = (person: Person) => ({
  email: person.email,
  password: person.password,
  signedName: `${person.firstName} ${person.lastName}`,
  consent: true,
});

/** Who is asked for the second signature, in Start here and by email. */
async function asked(uid: string): Promise<string[]> {
  const { database, ledger } = services;
  const { events } = await ledger.readStream(world.org, streams.import(uid));
  const checked = events.map(decode).findLast(({ type }) => type === 'ImportChecked')!;
  const emails = await database.read(world.org, (db) => emailsOf(checked, services, world.org, db));
  const moment = { now: services.now(), today: services.now().slice(0, 10) };
  const cards = await database.read(world.org, (db) =>
    Promise.all(
      [world.admin, second].map(async ({ uid: user }) => {
        const { imports } = await readStartHere(db, { uid: user, role: 'ADMIN', settings: defaultSettings }, moment);
        return imports.cards.map(({ source }) => [user, source]);
      }),
    ),
  );
  expect(cards.flat()).toEqual(emails.map(({ to }) => [to, 'QDoc']));
  return emails.map(({ to, template }) => `${template} ${to}`);
}

async function complete(uid: string): Promise<void> {
  const { sample } = await planOf(uid);
  const verdicts = sample.map(({ row }) => ({ row, equal: true }));
  await world.act(world.admin, checkImport, { import: uid, ...signing(world.admin), verdicts });
  expect(await asked(uid)).toEqual([`import-checked ${second.uid}`]);
  await world.act(second, approveImport, { import: uid, ...signing(second) });
  await runImport(services, world.org, uid);
}

/** I1: a cell is imported as the person saw it, or named. */
step('numbers by their formats, and an error is a problem', async () => {
  const plan = await planOf(await begin(packOf('cells-as-seen')));
  expect(plan.documents[0]!.data.docNum).toBe('045');
  expect(versionsOf(plan).map(({ version }) => version)).toEqual(['1.0', '1.10']);
  expect(saysOf(plan)).toEqual(['cell_fault: The cell holds an error, #N/A. Enter its value.']);
});

step('dates in the order that the whole source says, shown with an example', async () => {
  const plan = await planOf(await begin(packOf('dates-month-first')));
  expect(saysOf(plan)).toEqual([]);
  expect(versionsOf(plan).map(({ claimed }) => Object.values(claimed))).toEqual([
    ['2019-03-04', ['A. Former'], '2019-03-13', '2020-12-01'],
    ['2020-11-05', ['A. Former'], '2020-12-01', null],
  ]);
  expect(plan.dates!.map(({ column, order, by, example }) => [column, order, by, example])).toEqual([
    ['approved on', 'month_first', 'source', '03/04/2019'],
    ['effective on', 'month_first', 'column', '12/01/2020'],
    ['superseded on', 'month_first', 'source', '12/01/2020'],
  ]);
});

step('an open order is asked for, and the answer is recorded', async () => {
  const pack = packOf('dates-month-first');
  const versions = Buffer.from(pack['versions.csv']!).toString().replace('03/13/2019', '03/12/2019');
  const uid = await begin({ ...pack, 'versions.csv': versions });
  expect((await planOf(uid)).problems.map(({ kind }) => kind)).toEqual(['date_order', 'date_order', 'date_order']);
  const order = 'month_first' as const;
  const orders = { versions: { 'approved on': order, 'effective on': order, 'superseded on': order } };
  await world.act(world.admin, orderDates, { import: uid, orders });
  await preview(services, world.org, uid);
  expect((await planOf(uid)).problems).toEqual([]);
  expect(versionsOf(await planOf(uid))[0]!.claimed.effectiveOn).toBe('2019-03-12');
});

/** I2: what says who or what it is is matched, and in doubt it is asked. */
step('two people with one address are named, and nobody is matched', async () => {
  const plan = await planOf(await begin(packOf('one-address-two-people')));
  expect(saysOf(plan)).toEqual(['shared_address: The rows 2 and 3 have the same address, reception@plant.example.']);
  expect(new Set(plan.documents[0]!.training.map(({ data }) => data.user.uid)).size).toBe(2);
});

step('a name is the same in every form of its letters, in an archive that does not say which it has', async () => {
  const plan = await planOf(await begin(packOf('names-decomposed')));
  expect(saysOf(plan)).toEqual([]);
});

step('what operating systems add is passed over and said', async () => {
  const { 'h1.pdf': pdf, ...pack } = packOf('one-address-two-people');
  const files = zipSync({
    'h1.pdf': pdf as Uint8Array,
    '__MACOSX/._h1.pdf': new Uint8Array(4),
    '.DS_Store': new Uint8Array(4),
    'old/Thumbs.db': new Uint8Array(4),
  });
  const people = 'staff number,first name,last name,email\nP1,Ada,Moreau,\nP2,Jonas,Weber,\n';
  const plan = await planOf(await begin({ ...pack, 'people.csv': people, 'files.zip': files }));
  expect(saysOf(plan)).toEqual([
    'passed_over: Added by an operating system and not imported: __MACOSX (1), .DS_Store (1), Thumbs.db (1).',
  ]);
});

/** I3: what is imported is in an order that can have happened, or was accepted by name. */
step('each breach is named, and an accepted one is recorded with its reason', async () => {
  const uid = await begin(packOf('out-of-order'));
  const { problems } = await planOf(uid);
  expect(problems.map(({ says }) => says)).toEqual([
    '1.0 was approved on 2019-03-10, after it took effect on 2019-02-01.',
    '1.0 was superseded on 2018-12-01, before it took effect on 2019-02-01.',
    '2.0 was approved on 2019-01-05, after it took effect on 2018-12-01.',
    '2.0 was approved on 2019-01-05, before 1.0 on 2019-03-10.',
    '2.0 took effect on 2018-12-01, before 1.0 on 2019-02-01.',
    'Trained on 1.0 on 2017-02-10, before it took effect on 2019-02-01.',
  ]);
  const plan = await shaOf(uid);
  const accept = { import: uid, plan, exceptions: problems.map((_, at) => at).slice(1) };
  await expect(world.act(world.admin, acceptExceptions, { ...accept, reason: ' ' })).rejects.toThrow('invalid_input');
  await expect(world.act(world.admin, acceptExceptions, { ...accept, exceptions: [], reason: 'x' })).rejects.toThrow(
    'invalid_input',
  );
  await world.act(world.admin, acceptExceptions, { ...accept, reason: 'As the binder has it.' });
  await preview(services, world.org, uid);
  const again = (await planOf(uid)).problems;
  expect(again.map(({ accepted }) => accepted?.reason ?? null)).toEqual([
    null,
    ...Array<string>(5).fill('As the binder has it.'),
  ]);
  const verdicts = { import: uid, ...signing(world.admin), verdicts: [] };
  await expect(world.act(world.admin, checkImport, verdicts)).rejects.toThrow('import_has_problems');
});

/** I5: an unsafe archive is refused as that. */
step('an unsafe archive is refused before anything is unpacked or recorded', async () => {
  const pack = packOf('one-address-two-people');
  const refusalOf = async (archive: Uint8Array): Promise<string> => {
    const uid = randomUUID();
    const files = await store(uid, { ...pack, 'files.zip': archive });
    const given = { import: uid, source: 'QDoc', reason: 'It is switched off.', files };
    const refused = await world.act(world.admin, beginImport, given).catch((error: unknown) => error);
    expect((await services.ledger.readStream(world.org, streams.import(uid))).events).toEqual([]);
    const { failure } = refused as { failure: { fields: { files: string[] } } };
    return failure.fields.files[0]!;
  };
  expect(await refusalOf(zipSync({ '../h1.pdf': new Uint8Array(4) }))).toBe(
    'files.zip: The archive is refused: it names a file outside of itself, ../h1.pdf.',
  );
  const bomb = zipSync({ 'h1.pdf': new Uint8Array(150 * 1024 * 1024) });
  expect(await refusalOf(bomb)).toBe(
    'files.zip: The archive is refused: it would unpack to 150 MB, more than 100 times its size.',
  );
  // One that says less than it has is found while it is unpacked, and what was unpacked is removed.
  const lying = Buffer.from(zipSync({ 'a.pdf': pack['h1.pdf'] as Uint8Array, 'h1.pdf': new Uint8Array(70_000) }));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(70_000);
  for (let at = lying.indexOf(size); at >= 0; at = lying.indexOf(size)) lying.writeUInt32LE(500, at);
  const uid = await begin({ ...pack, 'files.zip': lying });
  expect(saysOf(await planOf(uid))).toContain(
    'file_refused: files.zip: The archive is refused: h1.pdf is larger than it says.',
  );
});

/** I5: what is refused leaves nothing behind, and what was right need not be sent again. */
step('mended files take the place of those of their names, and who left is known again', async () => {
  const pack = packOf('out-of-order');
  const uid = await begin(pack);
  const mend = async (sent: Sent) => {
    const files = await store(uid, sent);
    await world.act(world.admin, mendFiles, { import: uid, files });
    await preview(services, world.org, uid);
    return planOf(uid);
  };
  await expect(mend({ 'versions.csv': pack['versions.csv']! })).rejects.toThrow('invalid_input');
  const head = Buffer.from(pack['versions.csv']!).toString().split('\n')[0]!.trim();
  const mended = [
    head,
    'J1,1.0,,2017-01-10,A. Former,2017-02-01,2018-12-01,j1.pdf,,,First issue',
    'J1,2.0,,2018-11-05,A. Former,2018-12-01,,old/j2.pdf,,,Second issue',
  ].join('\n');
  expect(saysOf(await mend({ 'versions.csv': mended }))).toContain('file_missing: old/j2.pdf is not in the pack.');
  const pdf = pack['j2.pdf'] as Uint8Array;
  expect(saysOf(await mend({ 'more.zip': zipSync({ 'old/j2.pdf': pdf }) }))).toEqual([
    'file_unnamed: No row names j2.pdf.',
  ]);
  const last = await mend({
    'versions.csv': mended.replace('old/j2.pdf', 'j2.pdf'),
    'more.zip': zipSync({ 'x/.DS_Store': pdf }),
  });
  expect(last.problems.map(({ kind }) => kind)).toEqual(['passed_over']);
  // Everything that would be recorded can be drawn.
  expect(last.sample.map(({ row }) => row).sort()).toEqual([
    'documents 2',
    'people 2',
    'training 2',
    'versions 2',
    'versions 3',
  ]);
  for (const row of last.sample)
    for (const { name, source, target } of pairsOf(row)) if (source) expect(target, `${row.row} ${name}`).not.toBe('');
  await complete(uid);
  await knowsWhoLeft();
});

/** Somebody who left is the same person in a second import. */
async function knowsWhoLeft() {
  const pack = packOf('one-address-two-people');
  const people = 'staff number,first name,last name,email\nold-1,Mina,CASTELL,\nP2,Jonas,Weber,\n';
  const training = Buffer.from(pack['training.csv']!).toString().replace('P1', 'old-1');
  const plan = await planOf(await begin({ ...pack, 'people.csv': people, 'training.csv': training }));
  expect(plan.problems).toEqual([]);
  expect(plan.people.map(({ data }) => data.lastName)).toEqual(['Weber']);
  const known = await services.database.read(world.org, (db) =>
    db.selectFrom('read.user_account').select('uid').where('last_name', '=', 'Castell').execute(),
  );
  expect(known).toEqual([{ uid: plan.documents[0]!.training[0]!.data.user.uid }]);
}

it('by import: small packs that failed once', async () => {
  await setUp();
  for (const { name, run } of steps)
    await run().catch((fault: unknown) => {
      throw new Error(name, { cause: fault });
    });
});

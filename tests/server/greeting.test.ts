import { describe, expect, it } from 'vitest';
import { execute } from '#app/kit/command/command.ts';
import { loadingLock } from '#app/sign-in/commands/demonstration-loading.ts';
import { signIn } from '#app/sign-in/commands/sign-in.ts';
import { registerOrganisation } from '#app/set-up/commands/register.ts';
import { inviteUser } from '#app/people/commands/invite.ts';
import { actorOf } from '#app/kit/session/session.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { demonstrationUid, organisationPurpose } from '#app/kit/job/demonstration-progress.ts';
import { loadDemonstration, wholeStory, type Story } from '#app/set-up/demonstration/demonstration.ts';
import { remindJob } from '#app/notifications/jobs/remind.ts';
import { greet } from '#app/server/greeting.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { testServices, type TestServices } from '#tests/support/services.ts';

/** A short past, which ends as the whole one: with the last document's retirement. */
const { people, documents } = wholeStory;
const story: Story = {
  people: [...people.slice(0, 10), people.at(-1)!],
  documents: [
    ...documents.filter(({ name }) =>
      ['Change Control', 'Gowning Qualification Record', 'Internal Audits'].includes(name),
    ),
    documents.at(-1)!,
  ],
};

const first = {
  name: 'Northmere Diagnostics',
  domain: 'northmere.example',
  timeZone: 'UTC',
  preset: 'standard' as const,
  adminEmail: 'ines@northmere.example',
  adminFirstName: 'Ines',
  adminLastName: 'Okafor',
  newPassword: 'corridor-battery-9-lamp',
};

const whereEmailsAre = expect.stringMatching(/^Email: files in \/.+\/outbox$/) as string;

describe('the console at the start', () => {
  it('does not load the demonstration while another set-up creates the first organisation', async () => {
    const services = await testServices({ db: await freshDatabase() });
    // The lock's holder creates its organisation before the demonstration's is looked for.
    const holder = await services.database.pool.connect();
    await holder.query('select pg_advisory_lock(4711000007)');
    const made = registerOrganisation(services, first, 'console', { onlyFirst: true });
    await expect.poll(() => waiting(services), { timeout: 30_000 }).toBe(1);
    const said = greet(services, { demonstration: true, story });
    await expect.poll(() => waiting(services), { timeout: 30_000 }).toBe(2);
    await holder.query('select pg_advisory_unlock(4711000007)');
    holder.release();
    expect(await made).toMatchObject({ ok: true });
    expect(await said).toEqual([
      expect.stringMatching(/is ready at .+ \(the demonstration was not loaded: the database is not empty\)$/),
      whereEmailsAre,
    ]);
    expect(await greet(services, { demonstration: false })).toEqual([
      expect.stringMatching(/is ready at \S+$/),
      whereEmailsAre,
    ]);
  });

  it('reports an interrupted demonstration, and loads the rest at the next start with --demo', async () => {
    const db = await freshDatabase();
    const services = await testServices({ db });
    // As a process that is killed again and again: now before what it appends, now after it, when its answer is lost.
    let died = 0;
    let lines: readonly string[] | null = null;
    while (!lines) lines = await loadDemonstration(dyingAfter(services, 25, died++ % 2 === 0), story).catch(onlyKilled);
    expect(died).toBeGreaterThan(5);
    // Nobody gets an email of a past that was not, also not a reminder of what is overdue.
    const { rows: jobs } = await services.database.pool.query<{ task_identifier: string }>(
      'select distinct task_identifier from graphile_worker.jobs',
    );
    const ofThePast = ['extract-text', 'make-signed-pdf'];
    expect(jobs.map((job) => job.task_identifier).sort()).toEqual(ofThePast);
    const { rows: listed } = await db.owner.query<{ count: number }>(
      `select count(*)::int from app.notification n join read.user_account u on u.uid = n.user_uid
       where u.first_name = 'Ines' and noted_at < now() - interval '1 day'`,
    );
    expect(listed[0]!.count, 'behind the admin’s bell').toBeGreaterThan(0);
    expect((await db.owner.query('select from identity.mail_sent')).rows).toEqual([]);
    await remindJob.run(null, services);
    expect(
      await services.database.pool.query(`select from graphile_worker.jobs where task_identifier = 'deliver-mail'`),
    ).toMatchObject({ rows: [] });

    const whole = await testServices({ db: await freshDatabase() });
    await loadDemonstration(dyingAfter(whole, 30, false), story).catch(onlyKilled);
    expect(await greet(whole, { demonstration: false })).toEqual([
      expect.stringMatching(/is ready at .+ \(the demonstration is incomplete: npm start -- --demo loads the rest\)$/),
      whereEmailsAre,
    ]);
    const begun: string[] = [];
    expect(await greet(whole, { demonstration: true, story }, (line) => begun.push(line))).toEqual([
      expect.stringMatching(/is ready at \S+$/),
      ...lines,
      whereEmailsAre,
    ]);
    expect(begun).toEqual(['Loading the demonstration']);
    expect(await recorded(services)).toEqual(await recorded(whole));
    const { rows: due } = await db.owner.query(
      `select from read.user_account u, read.organisation o where u.credential_updated_at
       + make_interval(days => (o.settings ->> 'passwordPolicy')::integer - 90) < now()`,
    );
    expect(due, 'passwords that expire soon or should have').toEqual([]);
    expect(await passwordAges(db)).toEqual([
      { status: 'ACTIVE', people: 10, asShown: 10, asRecorded: 10, notOlder: 10 },
      { status: 'INACTIVE', people: 1, asShown: 1, asRecorded: 1, notOlder: 1 },
      { status: 'INVITED', people: 1, asShown: 0, asRecorded: 0, notOlder: 0 },
    ]);
    const visiting = { ports: services, org: '', actor: visitor, viewer: null, commandId: '1', now: services.now() };
    const typed = { email: 'ines.okafor@northmere.example', password: 'verdigris-lantern-42' };
    expect(await execute(signIn('screen', null), typed, visiting)).toMatchObject({ ok: true });
    expect(await greet(whole, { demonstration: true, story })).toEqual([
      expect.stringMatching(/is ready at .+ \(the demonstration was not loaded: the database is not empty\)$/),
      whereEmailsAre,
    ]);
  });

  it('refuses a sign-in while the demonstration is being loaded, which it would leave incomplete', async () => {
    const services = await testServices({ db: await freshDatabase() });
    const server = await services.database.pool.connect();
    await server.query('select pg_advisory_lock($1)', [loadingLock]);
    const context = { ports: services, org: '', actor: visitor, viewer: null, commandId: '1', now: services.now() };
    const typed = { email: 'ines.okafor@northmere.example', password: 'verdigris-lantern-42' };
    const refused = { ok: false, failure: { code: 'demonstration_loading' } };
    expect(await execute(signIn('screen', null), typed, context)).toMatchObject(refused);
    await server.query('select pg_advisory_unlock($1)', [loadingLock]);
    server.release();
    const wrong = { ok: false, failure: { code: 'credentials_wrong' } };
    expect(await execute(signIn('screen', null), typed, context)).toMatchObject(wrong);
  });

  it('says that the demonstration stays incomplete where somebody has worked in it', async () => {
    const services = await testServices({ db: await freshDatabase() });
    await loadDemonstration(dyingAfter(services, 30, false), story).catch(onlyKilled);
    await inviteByHand(services, 'samuel.oyelaran@northmere.example');
    expect(await greet(services, { demonstration: true, story })).toEqual([
      expect.stringMatching(/is ready at .+ \(the demonstration stays incomplete: somebody has worked in it\)$/),
      whereEmailsAre,
    ]);
  });
});

async function waiting({ database }: Awaited<ReturnType<typeof testServices>>): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_locks
     where locktype = 'advisory' and not granted and objid = (4711000007 & 4294967295)::oid
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]!.count;
}

/** How many people have a password as old as screens show and as its event says, and no older than themselves. */
async function passwordAges({ owner }: TestDatabase) {
  const { rows } = await owner.query(
    `select u.status, count(*)::int as people,
       count(*) filter (where c.password_set_at = u.credential_updated_at)::int as "asShown",
       count(*) filter (where c.password_set_at = (
         select max((e.canonical::json ->> 'recordedAt')::timestamptz) from ledger.event e
         where e.canonical::json ->> 'type' = 'PasswordSet' and e.canonical::json #>> '{data,user}' = u.uid::text
       ))::int as "asRecorded",
       count(*) filter (where c.password_set_at >= u.created_at)::int as "notOlder"
     from read.user_account u left join identity.credential c on c.user_uid = u.uid
     group by u.status order by u.status`,
  );
  return rows as unknown[];
}

const visitor = { kind: 'visitor', address: null } as const;

const killed = new Error('killed');

function onlyKilled(error: unknown): null {
  if (error !== killed) throw error;
  return null;
}

/** The same services, whose process ends at the append of this number: before it is recorded, or after. */
function dyingAfter(services: TestServices, appends: number, before: boolean): TestServices {
  let count = 0;
  const append: TestServices['ledger']['append'] = async (wanted) => {
    count += 1;
    if (count > appends || (before && count === appends)) throw killed;
    const outcome = await services.ledger.append(wanted);
    if (count === appends) throw killed;
    return outcome;
  };
  return { ...services, ledger: { ...services.ledger, append } };
}

/**
 * What happened in the demonstration, where several things happen at once. A file that was opened before the process
 * ended is opened again, and training may be assigned in more acts.
 */
async function recorded(services: TestServices): Promise<string[]> {
  const events = await services.ledger.readPage(demonstrationUid(services, organisationPurpose));
  return events
    .map(({ type }) => type)
    .filter((type) => type !== 'DocumentFileDownloaded' && type !== 'TrainingAssigned')
    .sort();
}

/** What somebody does who has signed in to a part of it. */
async function inviteByHand(ports: TestServices, email: string): Promise<void> {
  const org = demonstrationUid(ports, organisationPurpose);
  const { viewer, department } = await ports.database.read(org, async (db) => {
    const people = db.selectFrom('read.user_account').select('uid').where('email', 'like', 'ines.okafor@%');
    const { uid } = await people.executeTakeFirstOrThrow();
    return {
      viewer: await readViewer(db, { org, user: uid, publicId: '0'.repeat(64) }),
      department: await db.selectFrom('read.department').select('uid').executeTakeFirstOrThrow(),
    };
  });
  const person = { firstName: 'Samuel', lastName: 'Oyelaran', email, role: 'EMPLOYEE' };
  const input = { ...person, departments: [department.uid] };
  const context = { ports, org, actor: actorOf(viewer!, null), viewer, commandId: ports.newId(), now: ports.now() };
  expect(await execute(inviteUser, input, context)).toMatchObject({ ok: true });
}

import { sql } from 'kysely';
import type { Instant } from '#events/time.ts';
import { loadingLock } from '#app/sign-in/commands/demonstration-loading.ts';
import { changeSettings } from '#app/organisation/commands/change-settings.ts';
import { deactivateUser } from '#app/people/commands/activation.ts';
import { editUser } from '#app/people/commands/edit.ts';
import { retireDocument } from '#app/documents/commands/retire.ts';
import { Calendar } from '#app/set-up/demonstration/calendar.ts';
import { DemonstrationClock, portsOfThePast } from '#app/set-up/demonstration/clock.ts';
import { duties } from '#app/set-up/demonstration/duties.ts';
import { numberOf, type DemonstrationDocument } from '#app/set-up/demonstration/document-facts.ts';
import { documents } from '#app/set-up/demonstration/documents.ts';
import {
  departments,
  domain,
  firstDay,
  functionalAreas,
  organisationName,
  people,
} from '#app/set-up/demonstration/northmere.ts';
import type { DemonstrationPerson } from '#app/set-up/demonstration/northmere.ts';
import { Bells, readOlder } from '#app/set-up/demonstration/notifications.ts';
import { Papers } from '#app/set-up/demonstration/papers.ts';
import {
  demonstrationProgress,
  demonstrationUid,
  lastStepPurpose,
  organisationPurpose,
} from '#app/kit/job/demonstration-progress.ts';
import { lifeOf, retrainings, type Cast } from '#app/set-up/demonstration/story.ts';
import { TrainingPlan } from '#app/set-up/demonstration/training.ts';
import { unfold, type Happening } from '#app/set-up/demonstration/unfold.ts';
import { World, type Person } from '#app/set-up/demonstration/world.ts';
import { extractTextTask } from '#app/search/jobs/extract-text.ts';
import { remind } from '#app/notifications/jobs/remind.ts';
import type { Ports } from '#app/kit/ports.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { accepted, failureOf } from '#app/set-up/demonstration/accepted.ts';

/** One password for all people of the demonstration; the console shows it. */
const password = 'verdigris-lantern-42';

/** The people whose sign-ins the console shows. */
const signIns = { admin: 'ines.okafor', author: 'tomasz.wieczorek', employee: 'hana.kobayashi' };

/** Who and what the past is of. */
export interface Story {
  people: readonly DemonstrationPerson[];
  documents: readonly DemonstrationDocument[];
}

export const wholeStory: Story = { people, documents };

/**
 * Loads the demonstration organisation through the real commands, 30 months in order of time under a clock of its own,
 * or the rest of an incomplete one: a step that is repeated has the same command id. Answers the console's lines; null
 * where the database holds anything else.
 */
export async function loadDemonstration(ports: Ports, story = wholeStory): Promise<readonly string[] | null> {
  const client = await ports.database.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [loadingLock]);
    if ((await demonstrationProgress(ports)) === 'complete') return null;
    await load(ports, story);
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

/**
 * When the load began, also where it was interrupted: the past is counted from it. And the time that it has come to.
 */
async function timesOf({ ledger, now }: Ports, org: string): Promise<{ present: Instant; reached: Instant | null }> {
  const [first] = await ledger.readPage(org, { limit: 1 });
  const { recordedAt: reached } = await ledger.readHead(org);
  return { present: first?.recordedAtClock ?? now(), reached };
}

async function load(present: Ports, story: Story): Promise<void> {
  const org = demonstrationUid(present, organisationPurpose);
  const times = await timesOf(present, org);
  const calendar = new Calendar(times.present);
  const clock = new DemonstrationClock(times.reached ?? calendar.at(firstDay, 8, 'set-up'));
  const past = portsOfThePast(present, clock);
  const admin = { firstName: 'Ines', lastName: 'Okafor', email: `${signIns.admin}@${domain}`, password };
  const stepsOf = (what: string) => {
    let steps = 0;
    return () => demonstrationUid(present, `${what} ${++steps}`);
  };
  const world = await World.found(
    past,
    { name: organisationName, domain, admin },
    { onlyFirst: true, preset: 'regulated', organisation: org, timesSimulated: true, steps: stepsOf('set-up') },
  );
  for (const name of departments) await world.department(name);
  for (const area of functionalAreas) await world.functionalArea(area);
  await adjustSettings(world);

  const team = new Map([[admin.firstName, world.admin]]);
  const byUid = new Map([[world.admin.uid, world.admin]]);
  const person = (firstName: string): Person => team.get(firstName)!;
  const ownerOf = (document: DemonstrationDocument, day: number): Person => {
    const leaves = story.people.find(({ firstName }) => firstName === document.owner)?.leaves;
    return person(leaves && day >= leaves.day ? leaves.heir : document.owner);
  };
  const papers = new Papers(world.with({ ports: present }), story.documents, ownerOf);
  const cast: Cast = { calendar, papers, person, uids: new Map(), ownerOf };
  const joined = (one: Person): void => {
    team.set(one.firstName, one);
    byUid.set(one.uid, one);
  };
  const training = new TrainingPlan(byUid, times.present);
  const happenings = [
    ...membership(calendar, { joined, cast, story }),
    ...story.documents.flatMap((document) => [...lifeOf(document, cast)]),
    ...retrainings(cast),
    ...duties(cast),
  ];
  const bells = await Bells.from(past, org, times.present);
  await unfold(happenings, clock, async (happening) => {
    await happening.run(world.with({ steps: stepsOf(happening.name) }));
    // Nothing follows from a signature of training, and nobody gets an email about it.
    if (happening.name.startsWith('training ')) return [];
    await bells.follow(happening.at);
    return training.plan(world);
  });
  await bells.follow(times.present);
  await leaveToThePresent(present, world, { ...cast, last: story.documents.at(-1)! });
}

/**
 * Changes settings, as every organisation does before it begins. Nobody of the past changes a password, so these are
 * valid longer than the past is, and everybody's is within the policy.
 */
async function adjustSettings(world: World): Promise<void> {
  const { ports, org, name, admin } = world;
  const viewer = await readViewer(ports.database.kysely, { org, user: admin.uid, publicId: '' });
  const { session, ...rest } = viewer!.settings;
  const settings = { ...rest, passwordPolicy: 1825, session: { ...session, absoluteHours: 10 } };
  const reason = 'A shift has ten hours at most. A password is changed when somebody else may know it.';
  await world.act(admin, changeSettings, { name, settings, reason });
}

/** When people join, and when two of them leave. */
function* membership(
  calendar: Calendar,
  { joined, cast, story }: { joined: (person: Person) => void; cast: Cast; story: Story },
): Generator<Happening> {
  for (const { joins, leaves, ...one } of story.people) {
    const name = `${one.firstName} joins`;
    const email = emailOf(one);
    yield {
      at: calendar.at(joins, 10, name),
      name,
      on: null,
      // The password is as old as the event that says so.
      exact: true,
      async run(world) {
        const member = { ...one, email, password };
        if (one.invitedOnly) await world.invite(member, one.departments);
        else joined(await world.join(member, one.departments));
      },
    };
    if (!leaves) continue;
    yield {
      at: calendar.at(leaves.day, 16, `${one.firstName} leaves`),
      name: `${one.firstName} leaves`,
      on: null,
      async run(world) {
        const own = story.documents.filter(({ owner }) => owner === one.firstName);
        const owners = own.map((document) => ({
          document: cast.uids.get(numberOf(document))!,
          user: cast.person(leaves.heir).uid,
        }));
        const { uid: user } = cast.person(one.firstName);
        await world.act(world.admin, deactivateUser, { user, owners, reason: leaves.reason });
      },
    };
  }
  const name = 'Ines moves';
  yield {
    at: calendar.at(firstDay + 3, 9, name),
    name,
    on: null,
    async run(world) {
      const { uid: user, ...admin } = world.admin;
      const places = world.uidsOf(['Corporate', 'Quality Assurance']);
      await world.act(world.admin, editUser, {
        ...admin,
        user,
        departments: places,
        reason: 'Heads Quality Assurance.',
      });
    },
  };
}

const plainLetters: Record<string, string> = { ı: 'i', ł: 'l', ø: 'o' };

const emailOf = ({ firstName, lastName }: Pick<DemonstrationPerson, 'firstName' | 'lastName'>): string =>
  `${firstName}.${lastName}@${domain}`
    .toLowerCase()
    .replace(/[ıłø]/g, (letter) => plainLetters[letter]!)
    .normalize('NFD')
    .replace(/[^\w.@-]/g, '');

/** The signed PDFs are made one after the other, so that the first minutes of a visit belong to the visitor. */
const secondsBetweenSignedPdfs = 15;

/**
 * The past had no jobs. What it leaves: the signed PDFs, the newest first; and who should have been reminded counts as
 * reminded, so that nobody gets emails of a past that was not. The last act happens at present.
 */
async function leaveToThePresent(
  ports: Ports,
  world: World,
  { uids, person, last }: Cast & { last: DemonstrationDocument },
): Promise<void> {
  const { org } = world;
  await ports.certificates.of(org, organisationName, ports.now());
  await ports.database.tenant(org, async (trx) => {
    const versions = await trx
      .selectFrom('read.document_version')
      .select(['document_uid as document', 'version'])
      .where('status', 'in', ['APPROVED', 'PENDING', 'EFFECTIVE', 'SUPERSEDED', 'RETIRED'])
      .orderBy('submitted_at', 'desc')
      .execute();
    for (const [index, version] of versions.entries())
      await sql`
        select graphile_worker.add_job('make-signed-pdf'::text,
          payload := ${JSON.stringify({ org, position: '1', ...version })}::json,
          run_at := now() + ${index * secondsBetweenSignedPdfs} * interval '1 second',
          job_key := ${`signed ${org} ${version.document} ${version.version}`}::text)`.execute(trx);
    // Soon, instead of with the next sweep: the search finds words inside documents.
    for (const document of uids.values())
      await sql`select graphile_worker.add_job(${extractTextTask.name}::text,
        payload := ${JSON.stringify({ org, document })}::json)`.execute(trx);
  });
  await remind(ports, org, { silently: true });
  await readOlder(ports, org);
  const input = { document: uids.get(numberOf(last))!, reason: last.retirement!.reason };
  const step = demonstrationUid(ports, lastStepPurpose);
  accepted(await world.with({ ports }).attempt(person('Ines'), retireDocument, input, step), 'retire');
}

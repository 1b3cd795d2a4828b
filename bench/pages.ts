import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { createPool } from '#app/database/pool.ts';
import { everyWebProcess, startServer } from '#tests/support/server.ts';
import {
  closedLoop,
  machine,
  median,
  print,
  reached,
  showGoals,
  table,
  told,
  whole,
  type Rate,
  type Ratio,
} from './measure.ts';
import { measureClock, showClock } from './pages-clock.ts';
import { orgUid, type Size } from './pages-history.ts';
import { Caller, firstLoad, slowestQuery, type SlowQuery } from './pages-load.ts';
import { createRecorder } from './pages-recording.ts';
import { openWorld, type BenchWorld } from './pages-world.ts';

const users = 20;
const webProcesses = Math.min(availableParallelism(), 4);
/** Asked this often, one after the other, for the time of each query. */
const asked = 9;
const bare = 'bare page (/appearance)';

interface Page {
  name: string;
  /** A list, which the goal of half the bare page's rate is for. */
  list: boolean;
  /** For the `n`th time, by one of the `users`. */
  path: (n: number, user: number) => string;
}

interface Measured {
  /** A round each: while nothing is recorded, and while an event is recorded each second. */
  still: Rate[];
  meanwhile: Rate[];
  query: SlowQuery;
}

/** Documents in force, to look at one after the other. */
async function documentsIn(world: BenchWorld): Promise<string[]> {
  const owner = createPool({ url: world.url, as: 'owner', max: 1 });
  try {
    const { rows } = await owner.query<{ uid: string }>(
      "select uid from read.document where org_id = $1 and status = 'EFFECTIVE' order by md5(uid::text) limit 500",
      [orgUid],
    );
    return rows.map(({ uid }) => uid);
  } finally {
    await owner.end();
  }
}

const pagesOf = (documents: readonly string[], lastPage: number): Page[] => {
  const document = (n: number) => documents[n % documents.length]!;
  /** As when a version was just published: everybody is at the same. */
  const shared = (n: number) => document(n);
  /** Nobody is served what somebody else has asked for. */
  const own = (n: number, user: number) => document(n + Math.floor((user * documents.length) / users));
  return [
    { name: bare, list: false, path: () => '/appearance' },
    { name: 'home, training', list: true, path: () => '/dashboard?tab=training' },
    { name: 'home, effective', list: true, path: () => '/dashboard?tab=effective&sort=name&order=asc' },
    { name: 'home, manage', list: true, path: () => '/dashboard?tab=manage&sort=name&order=asc&show=all' },
    {
      name: 'home, manage, by owner, last page',
      list: true,
      path: () => `/dashboard?tab=manage&sort=owner&order=asc&page=${lastPage}`,
    },
    { name: 'home, manage, search', list: true, path: () => '/dashboard?tab=manage&sort=name&order=asc&q=anderung' },
    {
      name: 'home, manage, search without a match',
      list: true,
      path: () => '/dashboard?tab=manage&sort=name&order=asc&q=zzzqqq',
    },
    { name: 'team', list: true, path: () => '/dashboard/users' },
    { name: 'document page', list: false, path: (n) => `/dashboard/docs/${shared(n)}` },
    { name: 'document page, each at another', list: false, path: (n, user) => `/dashboard/docs/${own(n, user)}` },
    { name: 'audit trail', list: false, path: (n) => `/dashboard/docs/${shared(n)}/audit` },
    { name: 'audit trail, each at another', list: false, path: (n, user) => `/dashboard/docs/${own(n, user)}/audit` },
  ];
};

async function measure(
  world: BenchWorld,
  pages: readonly Page[],
  { rounds, seconds }: { rounds: number; seconds: number },
) {
  const server = await startServer({
    environment: { ...world.environment, WEB_PROCESSES: String(webProcesses) },
  });
  await everyWebProcess(server, webProcesses);
  const owner = createPool({ url: world.url, as: 'owner', max: 1 });
  const recorder = await createRecorder(world);
  const callers = world.callers.map(() => new Caller(server.url));
  try {
    for (const [i, caller] of callers.entries()) await caller.signIn(world.callers[i]!);
    const measured = new Map(
      pages.map(({ name }): [string, Measured] => [name, { still: [], meanwhile: [], query: { ms: 0, text: '' } }]),
    );
    const load = (page: Page, time: number) =>
      closedLoop(users, time, (caller, n) => callers[caller % callers.length]!.get(page.path(n, caller)));
    // A process is at its full speed when what it does most is compiled, and the database when it has had the documents in its hands that
    // are looked at: measured before, the first pages look twice as slow.
    for (let n = 0; n < 6; n++) for (const page of pages) await load(page, 1);
    for (const page of pages) await load(page, seconds);
    let recorded = 0;
    for (let round = 0; round < rounds; round++) {
      for (const page of pages) measured.get(page.name)!.still.push(await load(page, seconds));
      const stop = recorder.goOn();
      for (const page of pages) measured.get(page.name)!.meanwhile.push(await load(page, seconds));
      recorded += await stop();
    }
    for (const page of pages) {
      // At a new position each time: otherwise the server knows the answers.
      measured.get(page.name)!.query = await slowestQuery(owner, asked, recorder.once, (n) =>
        callers[0]!.get(page.path(n, 0)),
      );
    }
    const loads = new Map<string, number>();
    for (const { name, path: at } of pages) loads.set(name, await firstLoad(callers[0]!, at(0, 0)));
    return { measured, loads, recorded };
  } catch (error) {
    const faults = (await server.log()).filter(({ level }) => level === 'error' || level === 50);
    print(
      faults
        .slice(-3)
        .map((fault) => JSON.stringify(fault))
        .join('\n'),
    );
    throw error;
  } finally {
    for (const caller of callers) caller.close();
    await recorder.close();
    await owner.end();
    await server.remove();
  }
}

/** What the goals are held against: the organisation at rest, and at work. */
const states = [
  { state: 'still', title: 'while nothing is recorded', short: '' },
  {
    state: 'meanwhile',
    title: 'while an event is recorded each second, after which no answer is known',
    short: ', at work',
  },
] as const;

function show(pages: readonly Page[], measured: Map<string, Measured>, loads: Map<string, number>): Ratio[] {
  const ratios: Ratio[] = [];
  for (const { state, title, short } of states) {
    const of = (name: string, field: keyof Rate) => median(measured.get(name)![state].map((rate) => rate[field]));
    const toBare = (name: string) => of(name, 'rate') / of(bare, 'rate');
    table([
      [title, 'requests/s', '÷ bare', 'p50 ms', 'p99 ms'],
      ...pages.map(({ name }) => [
        name,
        whole(of(name, 'rate')),
        toBare(name).toFixed(2),
        of(name, 'p50').toFixed(0),
        of(name, 'p99').toFixed(0),
      ]),
    ]);
    print();
    for (const { name, list } of pages) {
      if (name === bare) continue;
      if (list)
        ratios.push({ measure: `${name}${short}: rate ÷ bare page`, value: toBare(name), goal: 0.5, kind: 'at least' });
      ratios.push({ measure: `${name}${short}: p99, ms`, value: of(name, 'p99'), goal: 150, kind: 'at most' });
    }
  }
  table([
    ['', 'slowest query ms', 'first load kB'],
    ...pages.map(({ name }) => [name, measured.get(name)!.query.ms.toFixed(1), loads.get(name)!.toFixed(0)]),
  ]);
  print();
  for (const { name } of pages) {
    if (name === bare) continue;
    ratios.push(
      { measure: `${name}: slowest query, ms`, value: measured.get(name)!.query.ms, goal: 20, kind: 'at most' },
      { measure: `${name}: first load, kB`, value: loads.get(name)!, goal: 130, kind: 'at most' },
    );
  }
  showGoals(ratios);
  return ratios;
}

/** `npm run bench -- pages`: the lists and pages of a large organisation beside a bare page of the same server, in one run. */
export const run = async (words: string[]): Promise<void> => {
  const values = told(words);
  const size: Size = values.quick
    ? { documents: 1000, people: 400, records: 50_000 }
    : { documents: 10_000, people: 2000, records: 1_000_000 };
  const plan = { rounds: Number(values.rounds ?? (values.quick ? 1 : 3)), seconds: values.quick ? 2 : 5 };
  const world = await openWorld(path.resolve(process.env.DATA_DIR ?? 'data'), size);
  try {
    const pages = pagesOf(await documentsIn(world), Math.ceil((size.documents * 0.98) / 25));
    const { measured, loads, recorded } = await measure(world, pages, plan);
    print(
      `${whole(size.documents)} documents, ${whole(size.people)} people, ${whole(size.records)} training records; ${users} admins at once; ${whole(recorded)} events recorded`,
    );
    const ratios = show(pages, measured, loads);
    print();
    const clock = await measureClock(world);
    showClock(clock);
    if (values.slow) for (const { name } of pages) print(`\n${name}\n${measured.get(name)!.query.text}`);
    if (values.json) {
      const result = {
        size,
        plan,
        machine: machine(),
        clock,
        pages: Object.fromEntries(measured),
        ratios: ratios.map((ratio) => ({ ...ratio, reached: reached(ratio) })),
      };
      await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`);
    }
  } finally {
    await world.postgres.stop();
  }
};

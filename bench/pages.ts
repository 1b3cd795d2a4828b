import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { execute } from '#app/kit/command/command.ts';
import { renameDepartment } from '#app/organisation/commands/save-department.ts';
import { loadConfig } from '#app/adapters/environment/config.ts';
import { listDepartments } from '#app/organisation/queries/list-departments.ts';
import { ask } from '#app/kit/query/query.ts';
import { readViewer } from '#app/kit/query/read-viewer.ts';
import { actorOf } from '#app/kit/session/session.ts';
import { createServices } from '#app/server/services.ts';
import { everyWebProcess, startServer } from '#tests/support/server.ts';
import { Caller } from './caller.ts';
import {
  type Rate,
  type Ratio,
  atLeast,
  atMost,
  closedLoop,
  median,
  parseOptions,
  print,
  report,
  table,
  whole,
} from './measure.ts';
import { orgUid } from './pages-world/history.ts';
import type { Size } from './pages-world/people.ts';
import { openWorld, type BenchWorld } from './pages-world/world.ts';

const users = 20;
const webProcesses = Math.min(availableParallelism(), 4);
const bare = 'bare page (/appearance)';

const manage = '/dashboard?tab=manage&sort=name&order=asc';

const pages: Readonly<Record<string, string>> = {
  [bare]: '/appearance',
  'home, training': '/dashboard?tab=training',
  'home, effective': '/dashboard?tab=effective&sort=name&order=asc',
  'home, manage': `${manage}&show=all`,
  'home, manage, search': `${manage}&q=anderung`,
  'home, manage, search without a match': `${manage}&q=zzzqqq`,
  team: '/dashboard/users',
};

/** Somebody who records events beside the server: after each, no cached query result counts any more. */
interface Recorder {
  /** Records an event each second. Returns what stops it. */
  start(): () => Promise<void>;
  close(): Promise<void>;
}

/** Has an admin of the organisation rename its departments, one after the other. */
async function createRecorder(world: BenchWorld): Promise<Recorder> {
  const config = await loadConfig({ DATA_DIR: world.dataDir, SECRET_KEY: world.environment.SECRET_KEY });
  const services = await createServices({ config, databaseUrl: world.url, log: pino({ level: 'silent' }) });
  const account = await services.identity.accounts.find(world.callers[0]!.email);
  const readAdmin = () =>
    readViewer(services.database.kysely, { org: orgUid, user: account!.user, publicId: '0'.repeat(64) });
  let recorded = 0;
  const record = async () => {
    const viewer = (await readAdmin())!;
    const now = services.now();
    const found = await ask(listDepartments, {}, { ports: services, viewer, now });
    if (!found.ok) throw new Error('The departments cannot be read.');
    const { uid, name } = found.value[recorded++ % found.value.length]!;
    const other = name.endsWith(' II') ? name.slice(0, -3) : `${name} II`;
    const actor = actorOf(viewer, null);
    const context = { ports: services, org: orgUid, viewer, actor, commandId: services.newId(), now };
    const done = await execute(renameDepartment, { department: uid, name: other }, context);
    if (!done.ok) throw new Error(`A department could not be renamed: ${done.failure.code}`);
  };
  return {
    start() {
      const stopped = new AbortController();
      const running = (async () => {
        while (!stopped.signal.aborted) {
          await record();
          await sleep(1000);
        }
      })();
      // The rejection is handled where the recording is stopped.
      running.catch(() => undefined);
      return async () => {
        stopped.abort();
        await running;
      };
    },
    close: () => services.close(),
  };
}

/** Each page by all users at once: the organisation at rest, and while an event is recorded each second. */
interface Measured {
  rest: Rate[];
  work: Rate[];
}

interface Plan {
  rounds: number;
  seconds: number;
}

async function measure(world: BenchWorld, { rounds, seconds }: Plan): Promise<Map<string, Measured>> {
  const server = await startServer({ environment: { ...world.environment, WEB_PROCESSES: String(webProcesses) } });
  await everyWebProcess(server, webProcesses);
  const recorder = await createRecorder(world);
  const callers = world.callers.map(() => new Caller(server.url));
  try {
    for (const [i, caller] of callers.entries()) await caller.signIn(world.callers[i]!);
    const load = (at: string, time: number) =>
      closedLoop(users, time, (caller) => callers[caller % callers.length]!.get(at));
    const measured = new Map(Object.keys(pages).map((name): [string, Measured] => [name, { rest: [], work: [] }]));
    // A process is at its full speed once what it does most is compiled.
    for (let n = 0; n < 6; n++) for (const at of Object.values(pages)) await load(at, 1);
    for (let round = 0; round < rounds; round++) {
      for (const [name, at] of Object.entries(pages)) measured.get(name)!.rest.push(await load(at, seconds));
      const stop = recorder.start();
      for (const [name, at] of Object.entries(pages)) measured.get(name)!.work.push(await load(at, seconds));
      await stop();
    }
    return measured;
  } finally {
    for (const caller of callers) caller.close();
    await recorder.close();
    await server.remove();
  }
}

function show(measured: Map<string, Measured>): Ratio[] {
  const ratios: Ratio[] = [];
  const titles = { rest: 'while nothing is recorded', work: 'while an event is recorded each second' } as const;
  for (const state of ['rest', 'work'] as const) {
    const of = (name: string, field: keyof Rate) => median(measured.get(name)![state].map((rate) => rate[field]));
    const toBare = (name: string) => of(name, 'rate') / of(bare, 'rate');
    table([
      [titles[state], 'requests/s', '÷ bare', 'p50 ms', 'p99 ms'],
      ...[...measured.keys()].map((name) => [
        name,
        whole(of(name, 'rate')),
        toBare(name).toFixed(2),
        of(name, 'p50').toFixed(0),
        of(name, 'p99').toFixed(0),
      ]),
    ]);
    print();
    for (const name of [...measured.keys()].filter((each) => each !== bare))
      ratios.push(
        atLeast(0.4, `${name}, ${titles[state]}: rate ÷ bare page`, toBare(name)),
        atMost(200, `${name}, ${titles[state]}: p99, ms`, of(name, 'p99')),
      );
  }
  return ratios;
}

/** `npm run bench -- pages`: the lists of a large organisation beside a bare page of the same server. */
export const run = async (words: string[]): Promise<void> => {
  const values = parseOptions(words);
  const size: Size = values.quick
    ? { documents: 1000, people: 400, records: 50_000 }
    : { documents: 10_000, people: 2000, records: 1_000_000 };
  const plan = { rounds: Number(values.rounds ?? (values.quick ? 1 : 3)), seconds: values.quick ? 2 : 5 };
  const world = await openWorld(path.resolve(process.env.DATA_DIR ?? 'data'), size);
  try {
    const measured = await measure(world, plan);
    print(
      `${whole(size.documents)} documents, ${whole(size.people)} people, ` +
        `${whole(size.records)} training records; ${users} admins at once`,
    );
    await report(show(measured), values.json, { size, plan });
  } finally {
    await world.postgres.stop();
  }
};

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { openEmbedded } from '#app/adapters/embedded-postgres/embedded-postgres.ts';
import { noJobIsDue } from './due-jobs.ts';
import { startServer, temporaryFolder, type RunningServer, type ServerOptions } from './server.ts';

const run = promisify(execFile);

/** Holds the run's data folders; set for every worker before the first begins. */
const variable = 'STARTED_FOLDERS';

/**
 * For Vitest and Playwright alike: a place for a run's data folders, which ends with the run. `npm test` has one for
 * both.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env[variable]) return () => Promise.resolve();
  const place = await temporaryFolder();
  process.env[variable] = place;
  return () => rm(place, { recursive: true, force: true });
}

/** Data that is made once a run. `name`: of its folder; `make` fills that. */
export interface FirstData {
  name: string;
  make(dataDir: string): Promise<void>;
}

/** What a first start with these flags leaves. */
export const afterStart = (flags: readonly string[] = []): FirstData => ({
  name: ['data', ...flags].join(''),
  make: (dataDir) => firstStart(dataDir, flags),
});

/** A copy of that data. */
export async function startedBefore(first = afterStart()): Promise<string> {
  const dataDir = await temporaryFolder();
  // With its owners: as root, PostgreSQL's files belong to another account.
  await run('cp', ['-a', `${await folderOf(first)}/.`, dataDir]);
  return dataDir;
}

/**
 * A server as after its first start: that one makes a database, its tables and, with `--demo`, an organisation, for
 * many times the work of any later one. It is made once a run, and each server begins with a copy of its data.
 */
export async function startAgain(
  { flags = [], ...options }: Omit<ServerOptions, 'dataDir'> = {},
  first = afterStart(flags),
): Promise<RunningServer> {
  return await startServer({ ...options, dataDir: await startedBefore(first) });
}

/** The folder of the data. The first worker that asks makes it; the others wait. */
export async function folderOf({ name, make }: FirstData): Promise<string> {
  const folder = path.join(process.env[variable] ?? '', name);
  const whole = `${folder}.whole`;
  while (!existsSync(whole)) {
    if (!(await isMine(folder))) {
      await sleep(100);
      continue;
    }
    try {
      await make(folder);
      await writeFile(whole, '');
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }
  return folder;
}

/** Starts and stops a server; `work` fills its data meanwhile. */
export async function firstStart(
  dataDir: string,
  flags: readonly string[] = [],
  work = (): Promise<void> => Promise.resolve(),
): Promise<void> {
  const server = await startServer({ dataDir, flags });
  await work();
  await jobsAreDone(dataDir);
  await server.stop();
}

/** Has the jobs done: what a first start leaves to them would be done anew on every copy. */
export async function jobsAreDone(dataDir: string): Promise<void> {
  const postgres = await openEmbedded({ dataDir, use: 'tool' });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  // Those of the demonstration are spread over a quarter of an hour.
  await client.query(
    `select graphile_worker.reschedule_jobs(array_agg(id), run_at := now())
     from graphile_worker.jobs where task_identifier = 'make-signed-pdf'`,
  );
  await noJobIsDue(client);
  await client.end();
  await postgres.stop();
}

/** Whether it was not there: one worker alone makes a folder. */
const isMine = (folder: string): Promise<boolean> =>
  mkdir(folder, { mode: 0o711 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );

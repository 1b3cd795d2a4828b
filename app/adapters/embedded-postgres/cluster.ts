import { execFile, spawn } from 'node:child_process';
import { chown, open, readdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Fault } from '../environment/fault.ts';
import { type Binaries, bareEnvironment } from './binaries.ts';
import { makeSocketFolder, type Place } from './place.ts';

const run = promisify(execFile);

/** PostgreSQL settings by name. */
export type Settings = Readonly<Record<string, string>>;
/** The database's owner. */
export const owner = 'imprimatur';
export const port = 5432;

/** Makes the cluster of a place, with `secret` as its owner's password. Throws a `Fault` where initdb fails. */
export async function initialise({ home, cluster, account }: Place, binaries: Binaries, secret: string): Promise<void> {
  // Made aside and renamed, so that an initdb cut short is never taken for a database.
  const aside = path.join(home, 'initialising');
  const passwordFile = `${aside}.password`;
  await rm(aside, { recursive: true, force: true });
  await writeFile(passwordFile, `${secret}\n`, { mode: 0o600 });
  if (account) await chown(passwordFile, account.uid, account.gid);
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const access = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, `--username=${owner}`];
  const words = ['-D', aside, '--data-checksums', ...locale, ...access];
  const making = run(binaries.initdb, words, { ...account, cwd: home, env: bareEnvironment });
  await making.catch((error: Error & { stderr?: string }) => {
    const reason = fatalLines(error.stderr ?? '')[0] ?? error.message;
    throw new Fault(`The embedded PostgreSQL could not be set up in ${home}: ${reason}`);
  });
  await rm(passwordFile);
  await rename(aside, cluster);
}

/** Starts PostgreSQL where none runs. `startLog`: the file of its output until it opens its own log. */
export async function spawnPostgres(
  place: Place,
  binaries: Binaries,
  settings: Settings,
  startLog: string,
): Promise<{ ended: Promise<string>; guard: PostgresGuard }> {
  await clearCrash(place);
  await makeSocketFolder(place);
  const all = {
    listen_addresses: '',
    unix_socket_directories: place.sockets,
    unix_socket_permissions: '0700',
    port: String(port),
    logging_collector: 'on',
    log_directory: path.join(place.home, 'log'),
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    // A statement's parameters may hold secrets.
    log_parameter_max_length_on_error: '0',
    timezone: 'UTC',
    ...settings,
  };
  const words = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = await open(startLog, 'w', 0o600);
  const child = spawn(binaries.postgres, ['-D', place.cluster, ...words], {
    ...place.account,
    cwd: place.cluster,
    env: bareEnvironment,
    // A session of its own: Ctrl-C in the terminal must reach our process alone, which stops PostgreSQL last.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const ended = new Promise<string>((resolve) => child.once('exit', (code, by) => resolve(by ?? `code ${code}`)));
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  child.unref();
  await log.close();
  const guard = guardPostgres(child.pid!, place.cluster);
  void ended.then(() => guard.release());
  return { ended, guard };
}

/** Ends PostgreSQL where our own process ends without doing so. */
export interface PostgresGuard {
  /** PostgreSQL is stopped in order, or goes on for another process. */
  release(): void;
}

/**
 * Waits for a line, or for the end of the pipe: where the server is killed or fails, nothing of its own can run. A
 * process number that `postmaster.pid` does not name is another program's by now.
 */
const guardScript = `read -r released && exit 0
ours() { [ "$(head -n 1 "$2/postmaster.pid" 2>/dev/null)" = "$1" ]; }
ours "$1" "$2" && kill -INT "$1"
sleep 60
ours "$1" "$2" && kill -QUIT "$1"`;

function guardPostgres(pid: number, cluster: string): PostgresGuard {
  const child = spawn('/bin/sh', ['-c', guardScript, 'imprimatur-postgres-guard', String(pid), cluster], {
    cwd: '/',
    env: bareEnvironment,
    // Whatever ends our process group must not end it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell PostgreSQL runs unguarded, and the next start stops what is left.
  child.on('error', () => undefined);
  child.stdin!.on('error', () => undefined);
  child.unref();
  return { release: () => void child.stdin!.end('released\n') };
}

/** Fast shutdown: open transactions are rolled back, everything is written to disk. */
export async function shutDown({ cluster, sockets }: Place): Promise<void> {
  const pid = await runningPostmaster(cluster);
  if (pid) process.kill(pid, 'SIGINT');
  if (!(await hasNoProcess(cluster, 60_000))) await quit(cluster);
  await rm(sockets, { recursive: true, force: true });
}

/** After a crash: waits for the last processes to notice it, then removes the lock file that names a dead process. */
async function clearCrash({ cluster, sockets }: Place): Promise<void> {
  if (!(await hasNoProcess(cluster, 10_000))) await quit(cluster);
  await rm(path.join(cluster, 'postmaster.pid'), { force: true });
  await rm(sockets, { recursive: true, force: true });
}

async function quit(cluster: string): Promise<void> {
  for (const pid of await processesOf(cluster)) process.kill(pid, 'SIGQUIT');
  await hasNoProcess(cluster, 10_000);
}

async function hasNoProcess(cluster: string, within: number): Promise<boolean> {
  const end = performance.now() + within;
  while ((await processesOf(cluster)).length > 0 && performance.now() < end) await sleep(20);
  return performance.now() < end;
}

/** The number of the cluster's main process, where it runs. */
export async function runningPostmaster(cluster: string): Promise<number | undefined> {
  const recorded = Number.parseInt(await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => ''), 10);
  return (await processesOf(cluster)).find((pid) => pid === recorded);
}

/**
 * Live PostgreSQL processes of a cluster (its real path). A process number alone proves nothing, since after a crash
 * another program may have it; each PostgreSQL process works in its cluster's folder.
 */
export async function processesOf(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-A', '-o', 'pid=,command=']);
    const lines = stdout.split('\n').filter((line) => line.includes(`postgres -D ${cluster}`));
    return lines.map((line) => Number.parseInt(line, 10));
  }
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry) || (await readlink(`/proc/${entry}/cwd`).catch(() => '')) !== cluster) continue;
    const name = await readFile(`/proc/${entry}/comm`, 'utf8').catch(() => '');
    if (name.trim() === 'postgres') found.push(Number(entry));
  }
  return found;
}

/** That it is starting up or shutting down is no reason. */
export const fatalLines = (text: string): string[] =>
  text.split('\n').filter((line) => /FATAL|PANIC|error/i.test(line) && !/database system is/.test(line));

import { execFile } from 'node:child_process';
import { chown, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Fault } from '../fault.ts';
import { bareEnvironment, type Binaries } from './binaries.ts';
import { fatalLines } from './startup-error.ts';
import type { Place } from './place.ts';

const run = promisify(execFile);

/** The database's owner. */
export const owner = 'imprimatur';

/**
 * Makes the cluster of a place, with `secret` as its owner's password; of two that make it at once the second is thrown away. Throws a `Fault`
 * with a sentence.
 */
export async function initialise(place: Place, binaries: Binaries, secret: string): Promise<void> {
  await removeLeftOvers(place.home);
  // Made aside and renamed, so that an initdb cut short is never taken for a database.
  const aside = path.join(place.home, `initialising-${process.pid}`);
  const passwordFile = `${aside}.password`;
  await writeFile(passwordFile, `${secret}\n`, { mode: 0o600 });
  if (place.account) await chown(passwordFile, place.account.uid, place.account.gid);
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const access = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, `--username=${owner}`];
  await run(binaries.initdb, ['-D', aside, '--data-checksums', ...locale, ...access], {
    ...place.account,
    cwd: place.home,
    env: bareEnvironment,
  }).catch((error: Error & { stderr?: string }) => {
    const said = fatalLines(error.stderr ?? '')[0] ?? error.message;
    throw new Fault(`The embedded PostgreSQL could not be set up in ${place.home}: ${said}`);
  });
  await rm(passwordFile);
  await rename(aside, place.cluster).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(aside, { recursive: true });
  });
}

/** What was begun by processes that have died since. */
async function removeLeftOvers(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const found = /^initialising(?:-(\d+))?(?:\.password)?$/.exec(name);
    if (!found) continue;
    const maker = Number(found[1] ?? process.pid);
    if (maker !== process.pid && isAlive(maker)) continue;
    await rm(path.join(home, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

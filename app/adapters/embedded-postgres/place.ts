import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, realpath, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Fault } from '../environment/fault.ts';
import { type Account, bareEnvironment } from './binaries.ts';

const run = promisify(execFile);
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Where the embedded PostgreSQL is, and as whom it runs. */
export interface Place {
  /** Belongs to the account and can be reached by it; real path. */
  home: string;
  /** PostgreSQL's data directory, in `home`; absent until initdb has run. */
  cluster: string;
  /** The folder of its socket: a path short enough for every system (about 100 bytes). */
  sockets: string;
  account: Account;
}

/** PostgreSQL refuses to run as root: it runs as `nobody` there, which has this number on every Linux and BSD. */
const nobody = { uid: 65534, gid: 65534 };

/**
 * Prepares `DATA_DIR/postgres`. As root, where a closed parent folder (such as /root) keeps PostgreSQL's account out,
 * it becomes a link to a folder under /var/lib. Throws a `Fault` where the account cannot use it.
 */
export async function preparePlace(dataDir: string): Promise<Place> {
  const folder = path.join(dataDir, 'postgres');
  if (!(await lstat(folder).catch(() => undefined))) await mkdir(folder, { mode: 0o700 });
  let home = await realpath(folder).catch(() => {
    throw new Fault(`${folder} links to a folder that does not exist: put that folder back, or restore a backup.`);
  });
  const owner = await stat(path.join(home, 'cluster')).catch(() => undefined);
  const self = process.getuid?.();
  if (owner && self && owner.uid !== self)
    throw new Fault(`The database in ${folder} is another account's: start as that account, or set another DATA_DIR.`);
  // A database that an ordinary user made keeps that account; one that root copied back from a backup gets `nobody`.
  const account = self !== 0 ? undefined : owner?.uid ? { uid: owner.uid, gid: owner.gid } : nobody;
  if (account && !owner?.uid) await run('chown', ['-R', `${account.uid}:${account.gid}`, home]);
  if (account && !(await canReach(account, home))) home = await moveOut(dataDir, folder, home);
  const cluster = path.join(home, 'cluster');
  return { home, cluster, sockets: `/tmp/imprimatur-${hashOf(cluster)}`, account };
}

const canReach = (account: Account, folder: string): Promise<boolean> =>
  run('sh', ['-c', 'cd "$0"', folder], { ...account, cwd: '/', env: bareEnvironment }).then(
    () => true,
    () => false,
  );

async function moveOut(dataDir: string, folder: string, home: string): Promise<string> {
  const to = `/var/lib/imprimatur/${hashOf(path.resolve(dataDir))}`;
  if (home !== path.resolve(folder) || (await lstat(to).catch(() => undefined)))
    throw new Fault(
      `PostgreSQL's account cannot reach ${home}: move it to a folder that it can reach ` +
        `(${to} if that is free), and put a link to it at ${folder}.`,
    );
  await mkdir(path.dirname(to), { recursive: true, mode: 0o755 });
  await run('mv', [home, to]);
  await symlink(to, folder);
  return to;
}

/** Makes the folder of the socket. Throws a `Fault` where another account has prepared one. */
export async function makeSocketFolder({ sockets, account }: Place): Promise<void> {
  await mkdir(sockets, { mode: 0o700 }).catch(() => undefined);
  const found = await lstat(sockets);
  if (!found.isDirectory() || ![account?.uid, process.getuid?.()].includes(found.uid))
    throw new Fault(`${sockets} belongs to another account: remove it, since the database's socket must be there.`);
  if (account) await chown(sockets, account.uid, account.gid);
  await chmod(sockets, 0o700);
}

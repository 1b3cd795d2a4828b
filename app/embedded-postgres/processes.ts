import { execFile } from 'node:child_process';
import { readFile, readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The process that wrote `postmaster.pid`, or undefined where there is no such file. */
async function recordedPostmaster(cluster: string): Promise<number | undefined> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

/**
 * Live PostgreSQL processes of this cluster (its real path). A process number alone proves nothing: after a crash it may
 * belong to a stranger, or to a dead process that nobody has collected. Each PostgreSQL process works in its cluster's folder.
 */
export async function processesOf(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return await fromProcessList(cluster);
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const folder = await readlink(`/proc/${entry}/cwd`).catch(() => '');
    if (folder !== cluster) continue;
    const name = await readFile(`/proc/${entry}/comm`, 'utf8').catch(() => '');
    if (name.trim() === 'postgres') found.push(Number(entry));
  }
  return found;
}

/** The postmaster's process number, where it is alive and really this cluster's. */
export async function runningPostmaster(cluster: string): Promise<number | undefined> {
  const pid = await recordedPostmaster(cluster);
  if (!pid) return undefined;
  return (await processesOf(cluster)).includes(pid) ? pid : undefined;
}

async function fromProcessList(cluster: string): Promise<number[]> {
  const pid = await recordedPostmaster(cluster);
  if (!pid) return [];
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes(cluster) ? [pid] : [];
}

/** True when `done` answered true within `ms` milliseconds; asked every 20. */
export async function waitUntil(done: () => Promise<boolean>, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    if (await done()) return true;
    await sleep(20);
  }
  return await done();
}

/** Sends a signal; a process that is already gone is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

import { readFileSync, rmSync } from 'node:fs';
import { processesOf, runningPostmaster, signal, waitUntil } from './processes.ts';

/**
 * After a crash of a cluster's PostgreSQL: waits for its last processes to notice it, then removes the lock files that name a process of the
 * past. False where one runs there by then.
 */
export async function clearRemains(cluster: string, locks: readonly string[]): Promise<boolean> {
  const before = locks.map(textOf);
  const left = () => processesOf(cluster);
  const settled = async () => (await left()).length === 0 || (await runningPostmaster(cluster)) !== undefined;
  if (!(await waitUntil(settled, 10_000))) {
    for (const pid of await left()) signal(pid, 'SIGQUIT');
    await waitUntil(settled, 10_000);
  }
  if (await runningPostmaster(cluster)) return false;
  // At once, and only what was there before: another may be starting, which would be left without its own.
  for (const [n, file] of locks.entries()) if (before[n] && textOf(file) === before[n]) rmSync(file, { force: true });
  return true;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A lock that its holder has not touched for so long is free, though some process has the holder's number. */
const abandonedAfter = 10_000;

/** Runs `work` while no other process holds the lock file. The lock of a process that has died is free. */
export async function exclusively<T>(file: string, work: () => Promise<T>): Promise<T> {
  for (; !(await take(file)); await sleep(10 + Math.random() * 20))
    if (await isAbandoned(file)) await rm(file, { force: true });
  const touching = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), 1000);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    await rm(file, { force: true });
  }
}

const take = (file: string): Promise<boolean> =>
  writeFile(file, String(process.pid), { flag: 'wx', mode: 0o600 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );

async function isAbandoned(file: string): Promise<boolean> {
  const touched = await stat(file).catch(() => undefined);
  if (!touched) return false;
  const holder = Number(await readFile(file, 'utf8').catch(() => ''));
  return Date.now() - touched.mtimeMs > abandonedAfter || (holder > 0 && !isAlive(holder));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

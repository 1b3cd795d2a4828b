import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { Fault } from '../fault.ts';

/**
 * The text of a secret file (mode 0600), made by `make` where there is none. Two processes that make it at once agree:
 * the file appears whole or not at all, and the first one wins. Throws a `Fault` where it can be neither read nor made.
 */
export async function keptSecret(file: string, make: () => string): Promise<string> {
  return await readOrMake(file, make).catch((error: NodeJS.ErrnoException) => {
    throw new Fault(
      `${file} must be a file that this account can read, or a place where it can make one (${error.code}).`,
    );
  });
}

async function readOrMake(file: string, make: () => string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (kept !== undefined) return kept.trim();
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(aside, 'wx', 0o600);
  await handle.writeFile(`${make().trim()}\n`);
  await handle.sync();
  await handle.close();
  await link(aside, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(aside);
  return (await readFile(file, 'utf8')).trim();
}

import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { isDiskFull } from '#events/error-code.ts';
import { Fault } from '../environment/fault.ts';

/**
 * The text of a secret file (mode 0600), made by `make` where there is none. Of two processes that make it at once the
 * first wins, and the file appears whole or not at all. Throws a `Fault` where it can be neither read nor made.
 */
export async function secretFile(file: string, make: () => string): Promise<string> {
  return await readOrMake(file, make).catch((error: NodeJS.ErrnoException) => {
    if (isDiskFull(error)) throw new Fault(`There is no room on the disk for ${file}.`);
    throw new Fault(`${file} must be a file that this account can read or create (${error.code}).`);
  });
}

async function readOrMake(file: string, make: () => string): Promise<string> {
  const found = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found !== undefined) return found.trim();
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeWhole(aside, `${make().trim()}\n`);
    await link(aside, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(aside, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}

async function writeWhole(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

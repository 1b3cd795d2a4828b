import { constants, type Stats } from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { codeOf } from '#events/error-code.ts';

/** Something else lies where a stored file should: it is named and never followed or read. */
export class NotAFile extends Error {
  readonly code = 'not_a_file';
  constructor(what: string) {
    super(`${what} lies in its place, which was not followed`);
  }
}

/** A pipe would hold the opening up without O_NONBLOCK. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const kindOf = (found: Stats): string =>
  found.isSymbolicLink()
    ? 'a symbolic link'
    : found.isDirectory()
      ? 'a folder'
      : found.isFIFO() || found.isSocket()
        ? 'a pipe'
        : 'a device';

/** Refuses a path that leads out of `top` by a linked folder. */
export async function refuseLinkedFolder(top: string, path: string): Promise<void> {
  const folder = dirname(path);
  if ((await realpath(folder)) !== join(await realpath(top), relative(top, folder)))
    throw new NotAFile('a linked folder');
}

/** The size and age of a stored file. Throws `NotAFile`, or ENOENT where there is nothing. */
export async function statFile(top: string, path: string): Promise<Stats> {
  const found = await lstat(path);
  if (!found.isFile()) throw new NotAFile(kindOf(found));
  await refuseLinkedFolder(top, path);
  return found;
}

/** Opens a stored file for reading. Throws `NotAFile`, or ENOENT where there is nothing. */
export async function openFile(top: string, path: string): Promise<FileHandle> {
  await statFile(top, path);
  const handle = await open(path, flags).catch((error: unknown) => {
    throw codeOf(error) === 'ELOOP' ? new NotAFile('a symbolic link') : error;
  });
  // What was looked at before may have been replaced since.
  const found = await handle.stat();
  if (found.isFile()) return handle;
  await handle.close();
  throw new NotAFile(kindOf(found));
}

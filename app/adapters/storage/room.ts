import { mkdir, statfs } from 'node:fs/promises';
import { codeOf, isDiskFull } from '#events/error-code.ts';

/** Bytes that stay free for the database, which can neither go on nor end in order on a disk without any. */
export const leastFree = 64 * 1024 * 1024;

/** There is no room: what asked for it waits, or is sent again. */
export class NoRoom extends Error {
  readonly code = 'ENOSPC';
}

/** How many bytes are free for files in a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Rejects with `NoRoom` where the disk of a folder is all but full. */
export async function requireRoom(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const free = await freeBytes(folder);
  if (free < leastFree) throw new NoRoom(`Only ${Math.floor(free / 1024 ** 2)} MB are free.`);
}

/** Whether an error says that files or the database have no room; 53100 is PostgreSQL's `disk_full`. */
export function isNoRoom(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isNoRoom);
  if (isDiskFull(error) || codeOf(error) === '53100') return true;
  return error instanceof Error && error.cause !== undefined && isNoRoom(error.cause);
}

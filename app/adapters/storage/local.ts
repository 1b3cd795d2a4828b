import { randomUUID } from 'node:crypto';
import { codeOf, hasCode, isDiskFull } from '#events/error-code.ts';
import { createReadStream } from 'node:fs';
import { constants, copyFile, lstat, mkdir, open, opendir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ok } from '#events/failures.ts';
import type { Result } from '#events/failures.ts';
import type { SignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { incoming } from '#app/adapters/storage/key.ts';
import { digestOf, HashingLimiter, type LimitExceeded } from '#app/adapters/storage/hashing-limiter.ts';
import {
  putPath,
  type OrganisationStorage,
  type Storage,
  type StoredObject,
  type StoredSize,
} from '#app/adapters/storage/port.ts';
import { probeFolder } from '#app/adapters/storage/probe.ts';
import { fileDamaged, fileMissing, fileTooLarge, otherThanFile, storageFull } from '#app/adapters/storage/refusals.ts';
import { type NotAFile, openFile, refuseLinkedFolder, statFile } from '#app/adapters/storage/regular-file.ts';
import { requireRoom } from '#app/adapters/storage/room.ts';
import { scopedTo } from '#app/adapters/storage/scoped.ts';

const notThere = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** The refusal that an error of the file system means; throws every other error. */
function refusalOf(error: unknown): ReturnType<typeof fileMissing> {
  if (hasCode<LimitExceeded>(error, 'limit_exceeded')) return fileTooLarge(error.maxBytes);
  if (notThere(error)) return fileMissing();
  if (hasCode<NotAFile>(error, 'not_a_file')) return otherThanFile(error.message);
  if (isDiskFull(error)) return storageFull();
  throw error;
}

/**
 * Files in a folder of this machine. `objects` holds the stored files; a body is first written whole to `incoming`,
 * flushed to disk, checked and then renamed, so that an object is complete or not there. `tidy` clears what a crash
 * leaves in `incoming`.
 */
export function createLocalStorage(
  folder: string,
  signedUrls: Pick<SignedUrls, 'url'>,
  now: () => number = Date.now,
): Storage {
  const objects = join(folder, 'objects');
  const incomingFolder = join(folder, 'incoming');
  const pathOf = (key: string): string => join(objects, ...key.split('/'));

  /** Lets `write` make a whole file under another name, which is then moved to its key. */
  async function atomically<T extends StoredSize>(
    key: string,
    write: (path: string) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const temporary = join(incomingFolder, randomUUID());
    try {
      await requireRoom(incomingFolder);
      const written = await write(temporary);
      if (written.ok) await place(temporary, pathOf(key), objects);
      return written;
    } catch (error) {
      return refusalOf(error);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  const adapter: OrganisationStorage = {
    put: (key, body, { maxBytes, signal }) =>
      atomically(key, async (temporary) => {
        const limiter = new HashingLimiter(maxBytes);
        // Opened before the first byte is asked for: a stream that opens its file itself may do so after a body failed
        // at once.
        const file = (await open(temporary, 'wx', 0o600)).createWriteStream({ flush: true });
        await pipeline(Readable.from(body, { objectMode: false }), limiter, file, { signal });
        const stored = await digestOf(createReadStream(temporary));
        return stored.sha256 === limiter.result().sha256 ? ok(stored) : fileDamaged();
      }),

    async open(key, range) {
      try {
        const file = await openFile(objects, pathOf(key));
        return ok(file.createReadStream({ ...range, highWaterMark: 256 * 1024 }));
      } catch (error) {
        return refusalOf(error);
      }
    },

    async *list(folder) {
      const path = pathOf(folder);
      try {
        await refuseLinkedFolder(objects, join(path, 'any'));
        for await (const entry of await opendir(path)) {
          const { name } = entry;
          if (entry.isFile() || entry.isDirectory()) yield { name, isFolder: entry.isDirectory() };
        }
      } catch (error) {
        if (!notThere(error) && !hasCode(error, 'not_a_file')) throw error;
      }
    },

    async stat(key) {
      try {
        return { size: (await statFile(objects, pathOf(key))).size };
      } catch (error) {
        if (notThere(error) || hasCode(error, 'not_a_file')) return null;
        throw error;
      }
    },

    async digest(key): Promise<Result<StoredObject>> {
      const opened = await adapter.open(key);
      return opened.ok ? ok(await digestOf(opened.value)) : opened;
    },

    copy: (from, to) =>
      atomically(to, async (temporary) => {
        await statFile(objects, pathOf(from));
        await copyFile(pathOf(from), temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        await flush(temporary);
        return ok({ size: (await lstat(temporary)).size });
      }),

    async move(from, to): Promise<Result<StoredSize>> {
      try {
        const { size } = await statFile(objects, pathOf(from));
        await place(pathOf(from), pathOf(to), objects);
        await prune(dirname(pathOf(from)), objects);
        return ok({ size });
      } catch (error) {
        return refusalOf(error);
      }
    },

    async remove(key) {
      const linked = await refuseLinkedFolder(objects, pathOf(key)).catch((error: unknown) => error);
      if (notThere(linked)) return;
      if (linked) throw linked;
      await rm(pathOf(key), { force: true });
      await prune(dirname(pathOf(key)), objects);
    },

    async presignPut(key, { expiresInSeconds, maxBytes }) {
      return signedUrls.url(putPath, 'put', { key, maxBytes }, now() + expiresInSeconds * 1000);
    },
  };

  const isOld = async (path: string, olderThan: number): Promise<boolean> => {
    const written = await lstat(path).catch(() => null);
    return written !== null && now() - written.mtimeMs > olderThan;
  };

  return {
    uploadOrigin: null,
    within: (org) => scopedTo(org, adapter),
    async check() {
      await mkdir(objects, { recursive: true, mode: 0o700 });
      return probeFolder(incomingFolder).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`The folder for files can't be written to: ${reason}`, { cause: error });
      });
    },
    async tidy(olderThan, organisations) {
      for (const name of await readdir(incomingFolder).catch(() => [])) {
        const path = join(incomingFolder, name);
        if (await isOld(path, olderThan)) await rm(path, { force: true });
      }
      for (const org of organisations) {
        for (const upload of await readdir(join(objects, org, incoming)).catch(() => [])) {
          const key = `${org}/${incoming}/${upload}/incoming`;
          if (await isOld(pathOf(key), olderThan)) await adapter.remove(key);
        }
      }
    },
  };
}

/** A rename is atomic; the folder is flushed too, so that it survives a power cut. */
async function place(from: string, to: string, top: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    try {
      await refuseLinkedFolder(top, to);
      await rename(from, to);
      break;
    } catch (error) {
      // Pruning of a neighbour may remove the empty folder between the two calls.
      const folderVanished = notThere(error) && (await lstat(from).catch(() => null)) !== null;
      if (!folderVanished || attempt === 5) throw error;
    }
  }
  await flush(dirname(to));
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes folders that became empty, up to `top`. */
async function prune(folder: string, top: string): Promise<void> {
  for (let at = folder; at !== top && at.startsWith(top); at = dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      return;
    }
  }
}

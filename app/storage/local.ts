import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, constants, mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ok } from '#events/failures.ts';
import type { Result } from '#events/failures.ts';
import type { SignedUrls } from '#app/signed-url/signed-url.ts';
import { landing } from '#app/storage/key.ts';
import { LimitExceeded, measure, Meter } from '#app/storage/hashing-limiter.ts';
import {
  putPath,
  type OrganisationStorage,
  type Storage,
  type StoredObject,
  type StoredSize,
} from '#app/storage/port.ts';
import { fileDamaged, fileMissing, fileTooLarge, storageFull } from '#app/storage/refusals.ts';
import { scopedTo } from '#app/storage/scoped.ts';

const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** No room: the disk, the quota, or the largest file that the system allows. */
const noRoom = (error: unknown): boolean => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(errorCode(error) ?? '');
const notThere = (error: unknown): boolean => errorCode(error) === 'ENOENT';

/**
 * Files in a folder of this machine. `objects` holds what is stored; a body is first written whole to `incoming`, flushed to
 * disk and checked, and only then renamed into place, so that an object is there complete or not at all. After a crash
 * `incoming` may hold a rest, which nothing ever reads; `tidy` clears it.
 */
export function createLocalStorage(
  folder: string,
  signedUrls: Pick<SignedUrls, 'url'>,
  now: () => number = Date.now,
): Storage {
  const objects = join(folder, 'objects');
  const incoming = join(folder, 'incoming');
  const pathOf = (key: string): string => join(objects, ...key.split('/'));

  const adapter: OrganisationStorage = {
    async put(key, body, { maxBytes, signal }) {
      const temporary = join(incoming, randomUUID());
      const meter = new Meter(maxBytes);
      try {
        await mkdir(incoming, { recursive: true, mode: 0o700 });
        // Opened before the first byte is asked for: a stream that opens its file itself may do so after a body that fails at once is given up.
        const file = (await open(temporary, 'wx', 0o600)).createWriteStream({ flush: true });
        await pipeline(Readable.from(body, { objectMode: false }), meter, file, { signal });
        const sent = meter.result();
        const stored = await measure(createReadStream(temporary));
        if (stored.sha256 !== sent.sha256) return fileDamaged();
        await place(temporary, pathOf(key));
        return ok(stored);
      } catch (error) {
        if (error instanceof LimitExceeded) return fileTooLarge(error.maxBytes);
        if (noRoom(error)) return storageFull();
        throw error;
      } finally {
        await rm(temporary, { force: true });
      }
    },

    async open(key, range) {
      try {
        const file = await open(pathOf(key), 'r');
        return ok(file.createReadStream({ ...range, highWaterMark: 256 * 1024 }));
      } catch (error) {
        if (notThere(error)) return fileMissing();
        throw error;
      }
    },

    async stat(key) {
      try {
        return { size: (await stat(pathOf(key))).size };
      } catch (error) {
        if (notThere(error)) return null;
        throw error;
      }
    },

    async digest(key): Promise<Result<StoredObject>> {
      const opened = await adapter.open(key);
      return opened.ok ? ok(await measure(opened.value)) : opened;
    },

    async copy(from, to): Promise<Result<StoredSize>> {
      const temporary = join(incoming, randomUUID());
      try {
        await mkdir(incoming, { recursive: true, mode: 0o700 });
        await copyFile(pathOf(from), temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        await flush(temporary);
        const { size } = await stat(temporary);
        await place(temporary, pathOf(to));
        return ok({ size });
      } catch (error) {
        if (notThere(error)) return fileMissing();
        if (noRoom(error)) return storageFull();
        throw error;
      } finally {
        await rm(temporary, { force: true });
      }
    },

    async move(from, to): Promise<Result<StoredSize>> {
      try {
        const { size } = await stat(pathOf(from));
        await place(pathOf(from), pathOf(to));
        await prune(dirname(pathOf(from)), objects);
        return ok({ size });
      } catch (error) {
        if (notThere(error)) return fileMissing();
        if (noRoom(error)) return storageFull();
        throw error;
      }
    },

    async remove(key) {
      try {
        await unlink(pathOf(key));
      } catch (error) {
        if (!notThere(error)) throw error;
      }
      await prune(dirname(pathOf(key)), objects);
    },

    async presignPut(key, { expiresInSeconds, maxBytes }) {
      return signedUrls.url(putPath, 'put', { key, maxBytes }, now() + expiresInSeconds * 1000);
    },
  };

  return {
    uploadOrigin: null,
    within: (org) => scopedTo(org, adapter),
    async check() {
      const probe = join(incoming, `check-${randomUUID()}`);
      try {
        await mkdir(objects, { recursive: true, mode: 0o700 });
        await mkdir(incoming, { recursive: true, mode: 0o700 });
        const file = await open(probe, 'wx', 0o600);
        await file.close();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`The folder for files can't be written to: ${reason}`, { cause: error });
      } finally {
        await rm(probe, { force: true });
      }
    },
    async tidy(olderThan, organisations) {
      for (const name of await readdir(incoming).catch(() => [])) {
        const path = join(incoming, name);
        const written = await stat(path).catch(() => null);
        if (written && now() - written.mtimeMs > olderThan) await rm(path, { force: true });
      }
      for (const org of organisations) {
        for (const upload of await readdir(join(objects, org, landing)).catch(() => [])) {
          const key = `${org}/${landing}/${upload}/incoming`;
          const written = await stat(pathOf(key)).catch(() => null);
          if (written && now() - written.mtimeMs > olderThan) await adapter.remove(key);
        }
      }
    },
  };
}

/** A rename is atomic; the folder is flushed too, so that it survives a power cut. */
async function place(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    try {
      await rename(from, to);
      break;
    } catch (error) {
      // Pruning of a neighbour may take the empty folder away between the two calls.
      const folderVanished =
        notThere(error) &&
        (await stat(from).then(
          () => true,
          () => false,
        ));
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

/** Takes away folders that became empty, up to `top`. */
async function prune(folder: string, top: string): Promise<void> {
  for (let at = folder; at !== top && at.startsWith(top); at = dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      return;
    }
  }
}

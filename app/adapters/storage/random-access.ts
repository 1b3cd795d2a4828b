import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { OrganisationStorage } from '#app/adapters/storage/port.ts';

/** Any part of a file, without the whole of it. */
export interface RandomAccess {
  /** Length in bytes. */
  readonly size: number;
  /** Up to `length` bytes from `start`; fewer only at the end of the file. */
  read(start: number, length: number): Promise<Buffer>;
  /** The same for an engine that cannot wait; it blocks the thread. Only where the file is in memory or borrowed. */
  readSync?(start: number, length: number): Buffer;
}

const blockSize = 64 * 1024;
const maxBlocks = 64;

/** The file is not in storage: it was removed, or it never arrived from a backup. */
export class MissingFileError extends Error {}

/** A stored file. Reading fails with `MissingFileError` where the file is not in storage. */
export const randomAccess = (storage: OrganisationStorage, key: string, size: number): RandomAccess =>
  inBlocks({
    size,
    async read(start, length) {
      const opened = await storage.open(key, { start, end: start + length - 1 });
      if (!opened.ok) throw new MissingFileError(`The file ${key} is not in storage`);
      return buffer(opened.value);
    },
  });

/** Reads a file in blocks and caches the last few, so that many small reads cost few requests and at most 4 MB. */
export function inBlocks(file: RandomAccess): RandomAccess {
  const { size } = file;
  const blocks = new LRUCache<number, Buffer>({
    max: maxBlocks,
    fetchMethod: (index) => file.read(index * blockSize, Math.min(size - index * blockSize, blockSize)),
  });

  return {
    ...file,
    async read(start, length) {
      const from = Math.max(0, start);
      const end = Math.min(size, start + length);
      if (end <= from) return Buffer.alloc(0);
      if (end - from > blockSize * 8) return file.read(from, end - from);
      const pieces: Buffer[] = [];
      for (let index = Math.floor(from / blockSize); index * blockSize < end; index++)
        pieces.push(await blocks.forceFetch(index));
      const base = Math.floor(from / blockSize) * blockSize;
      return Buffer.concat(pieces).subarray(from - base, end - base);
    },
  };
}

/** The same file, which remembers that its storage failed: what reads it may take any failure for damage. */
export function watchFaults(file: RandomAccess): { file: RandomAccess; rethrow(): void } {
  const faults: unknown[] = [];
  const remember = (fault: unknown): never => {
    faults.push(fault);
    throw fault;
  };
  return {
    file: {
      ...file,
      read: (start, length) => file.read(start, length).catch(remember),
      readSync:
        file.readSync &&
        ((start, length) => {
          try {
            return file.readSync!(start, length);
          } catch (fault) {
            return remember(fault);
          }
        }),
    },
    rethrow() {
      if (faults.length > 0) throw faults[0];
    },
  };
}

export const bytesAccess = (bytes: Buffer): RandomAccess => ({
  size: bytes.length,
  read: (start, length) => Promise.resolve(bytes.subarray(Math.max(0, start), Math.max(0, start + length))),
  readSync: (start, length) => bytes.subarray(Math.max(0, start), Math.max(0, start + length)),
});

/** Bytes in pieces, as a stored file is read. */
export async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 262_144) yield bytes.subarray(at, at + 262_144);
}

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { StoredFile } from '#events/document/events.ts';
import { NoRoom } from '#app/adapters/storage/room.ts';
import { objectKey } from '#app/adapters/storage/key.ts';
import { uidOf } from '#app/library-import/source-pack/uids.ts';
import type { Plan } from '#app/library-import/source-pack/plan.ts';
import type { Ports } from '#app/kit/ports.ts';

/** Bytes of the largest pack. */
export const largestPack = 20 * 1024 ** 3;

interface Stored {
  name: string;
  mediaType: string;
  body: string | AsyncIterable<Uint8Array>;
}

/** Stores a file of an import under a key that is always the same for the same `part`. */
export async function storeFile(
  ports: Pick<Ports, 'storage'>,
  org: string,
  importUid: string,
  part: string,
  { name, mediaType, body }: Stored,
): Promise<StoredFile> {
  const key = objectKey(org, importUid, uidOf(importUid, 'file', part), 'original');
  const bytes = typeof body === 'string' ? Readable.from([Buffer.from(body, 'utf8')]) : body;
  const stored = await ports.storage.within(org).put(key, bytes, { maxBytes: largestPack, contentType: mediaType });
  if (!stored.ok) {
    if (stored.failure.code === 'storage_full') throw new NoRoom('There is no room for a file of an import.');
    throw new Error(`A file of an import cannot be stored: ${stored.failure.code}`);
  }
  return { objectKey: key, name, mediaType, ...stored.value, pages: null };
}

/** Removes files of an import that was not begun. */
export async function removeFiles(
  { storage }: Pick<Ports, 'storage'>,
  org: string,
  files: readonly StoredFile[],
): Promise<void> {
  for (const { objectKey: key } of files) await storage.within(org).remove(key);
}

/** The bytes of a small stored file, for instance of a table. */
export async function readStored(ports: Pick<Ports, 'storage'>, org: string, file: StoredFile): Promise<Buffer> {
  const opened = await ports.storage.within(org).open(file.objectKey);
  if (!opened.ok) throw new Error(`A file of an import is missing: ${file.name}`);
  return buffer(opened.value);
}

export const readPlan = async (ports: Pick<Ports, 'storage'>, org: string, file: StoredFile): Promise<Plan> =>
  JSON.parse((await readStored(ports, org, file)).toString('utf8')) as Plan;

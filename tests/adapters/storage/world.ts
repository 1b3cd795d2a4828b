import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#app/adapters/database/database.ts';
import { createSignedUrls } from '#app/adapters/secrets/signed-url.ts';
import type { SignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { createLocalStorage } from '#app/adapters/storage/local.ts';
import type { Storage } from '#app/adapters/storage/port.ts';
import { createUploads } from '#app/adapters/storage/uploads.ts';
import type { Uploads } from '#app/adapters/storage/uploads.ts';
import { pdfs } from '#tests/support/files/pdfs.ts';

export interface UploadWorld {
  org: string;
  author: string;
  storage: Storage;
  signedUrls: SignedUrls;
  uploads: Uploads;
  /** The test's clock, in milliseconds since 1970. */
  clock: { now: number };
  /** Paths of all files in the folder. */
  filesOnDisk(): Promise<string[]>;
  close(): Promise<void>;
}

export async function uploadWorld(database: Database): Promise<UploadWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'imprimatur-uploads-'));
  const clock = { now: Date.parse('2026-03-12T14:05:00.000Z') };
  const signedUrls = createSignedUrls('http://localhost:3000', 'a secret for this test');
  const storage = createLocalStorage(folder, signedUrls, () => clock.now);
  const uploads = createUploads({
    database,
    storage,
    pdfs,
    signedUrls,
    now: () => new Date(clock.now).toISOString(),
    newId: randomUUID,
  });
  return {
    org: randomUUID(),
    author: randomUUID(),
    storage,
    signedUrls,
    uploads,
    clock,
    async filesOnDisk() {
      const found = await readdir(folder, { recursive: true, withFileTypes: true });
      return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { createSignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { createLocalStorage } from '#app/adapters/storage/local.ts';
import type { Storage } from '#app/adapters/storage/port.ts';
import { createS3Client, createS3Storage } from '#app/adapters/storage/s3.ts';
import { startS3 } from '#tests/support/s3-server.ts';

describe('what an operator prepared for an import', () => {
  /** `put` copies a file into storage without the product. */
  async function isRead(storage: Storage, put: (key: string) => Promise<unknown>): Promise<void> {
    const org = randomUUID();
    const files = storage.within(org);
    const listed = (folder: string) => Readable.from(files.list(folder)).toArray();
    for (const key of ['QDoc 4/Año 1/SOP-1.pdf', 'QDoc 4/documents.csv']) await put(`${org}/import/${key}`);
    expect(await listed(`${org}/import`)).toEqual([{ name: 'QDoc 4', isFolder: true }]);
    expect(await listed(`${org}/import/QDoc 4`)).toHaveLength(2);
    expect(await listed(`${org}/import/QDoc 4/Año 1`)).toEqual([{ name: 'SOP-1.pdf', isFolder: false }]);
    for (const folder of [
      org,
      `${org}/import/..`,
      `${org}/import/QDoc 4/../..`,
      `${org}/import/QDoc`,
      `${org}/import//`,
    ])
      expect(await listed(folder)).toEqual([]);
    const key = `${org}/import/QDoc 4/documents.csv`;
    await storage.tidy(-2_000, [org]);
    const opened = await files.open(key);
    expect(opened.ok && (await buffer(opened.value)).toString()).toBe('prepared');
    await expect(files.remove(key)).rejects.toThrow('not one of this organisation');
    const other = storage.within(randomUUID());
    expect(await Readable.from(other.list(`${org}/import`)).toArray()).toEqual([]);
    for (const asked of [await other.open(key), await files.open(`${org}/import/../import/QDoc 4/documents.csv`)])
      expect(asked).toMatchObject({ failure: { code: 'file_missing' } });
  }

  test('is listed and read in a folder, and never changed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'imprimatur-files-'));
    await isRead(createLocalStorage(folder, createSignedUrls('http://localhost', 'a secret')), async (key) => {
      const path = join(folder, 'objects', key);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'prepared');
      // A link would lead anywhere.
      await symlink('/etc', join(folder, 'objects', key.split('/')[0]!, 'import', 'etc')).catch(() => undefined);
    });
    await rm(folder, { recursive: true });
  });

  test('is listed and read in a bucket, and never changed', async () => {
    const { settings, close } = await startS3('imprimatur', { trusting: true });
    const client = createS3Client(settings);
    await isRead(createS3Storage(settings), (Key) =>
      client.send(new PutObjectCommand({ Bucket: settings.bucket, Key, Body: 'prepared' })),
    );
    await close();
  });
});

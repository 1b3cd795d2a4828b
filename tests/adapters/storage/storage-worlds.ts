import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import express from 'express';
import { expect } from 'vitest';
import { fileEndpoints } from '#app/server/presigned-put.ts';
import { createSignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { createLocalStorage } from '#app/adapters/storage/local.ts';
import type { Storage } from '#app/adapters/storage/port.ts';
import { createS3Storage } from '#app/adapters/storage/s3.ts';
import { startS3 } from '#tests/support/s3-server.ts';

export interface World {
  storage: Storage;
  /** Changes the stored bytes behind the storage's back. */
  damage(key: string, bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

export async function localWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'imprimatur-files-'));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const signedUrls = createSignedUrls(`http://127.0.0.1:${port}`, 'a secret for this test');
  const storage = createLocalStorage(folder, signedUrls);
  server.on('request', express().use(fileEndpoints({ storage, signedUrls, now: () => new Date().toISOString() })));
  return {
    storage,
    damage: (key, bytes) => writeFile(join(folder, 'objects', ...key.split('/')), bytes),
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function s3World(): Promise<World> {
  const peer = await startS3();
  const storage = createS3Storage(peer.settings);
  return {
    storage,
    async damage(key, bytes) {
      const put = await storage.within(key.slice(0, 36)).put(key, Readable.from([bytes]), { maxBytes: bytes.length });
      expect(put.ok).toBe(true);
    },
    close: peer.close,
  };
}

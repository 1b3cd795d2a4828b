import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachment, fileEndpoints } from '#app/storage/endpoints.ts';
import { objectKey } from '#app/storage/key.ts';
import { createFileLinks } from '#app/storage/links.ts';
import type { FileLinks } from '#app/storage/links.ts';
import { createLocalStorage } from '#app/storage/local.ts';
import type { Storage } from '#app/storage/port.ts';

describe('signed addresses', () => {
  const org = randomUUID();
  const bytes = randomBytes(50_000);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const clock = { now: Date.now() };
  let folder: string;
  let server: Server;
  let storage: Storage;
  let links: FileLinks;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'imprimatur-links-'));
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    links = createFileLinks(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'a secret');
    storage = createLocalStorage(folder, links, () => clock.now);
    server.on('request', express().use(fileEndpoints({ storage, links, now: () => clock.now })));
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  const newKey = (): string => objectKey(org, randomUUID(), randomUUID(), 'incoming');
  const putAddress = (key: string, maxBytes = 100_000): Promise<string> =>
    storage.within(org).presignPut(key, { expiresInSeconds: 900, maxBytes, contentType: 'application/pdf' });
  const put = (address: string, body: Buffer = bytes): Promise<Response> =>
    fetch(address, { method: 'PUT', body: new Uint8Array(body) });

  test('one is good for 15 minutes', async () => {
    const key = newKey();
    const address = await putAddress(key);
    const start = clock.now;
    clock.now = start + 899_000;
    expect((await put(address)).status).toBe(201);
    clock.now = start + 901_000;
    expect((await put(address)).status).toBe(410);
    clock.now = start;
  });

  test.each(['key', 'max', 'type', 'expires', 'signature'])('changing its %s makes it worthless', async (name) => {
    const address = new URL(await putAddress(newKey()));
    const value = address.searchParams.get(name) ?? '';
    address.searchParams.set(name, name === 'key' ? newKey() : `${value.slice(0, -1)}${value.endsWith('1') ? 2 : 1}`);
    expect((await put(address.href)).status).toBe(403);
  });

  test('one that allows a PUT allows no GET', async () => {
    const address = new URL(await putAddress(newKey()));
    address.pathname = '/files/get';
    expect((await fetch(address)).status).toBe(403);
  });

  test('a body over the limit is answered 413 and leaves nothing, with and without a declared length', async () => {
    for (const streamed of [false, true]) {
      const key = newKey();
      const address = await putAddress(key, 1000);
      const status = await new Promise<number | undefined>((resolve, reject) => {
        let status: number | undefined;
        const sent = request(address, { method: 'PUT' }, (answer) => (status = answer.resume().statusCode));
        sent.on('error', reject).on('close', () => resolve(status));
        // More than the connection holds by itself: it must not be reset before the answer is there.
        if (!streamed) sent.setHeader('Content-Length', 16_000_000);
        sent.write(Buffer.alloc(2500));
        sent.end(Buffer.alloc(15_997_500));
      });
      expect(status).toBe(413);
      expect(await storage.within(org).stat(key)).toBeNull();
    }
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });

  test('a sender who breaks off leaves nothing', async () => {
    const key = newKey();
    const address = await putAddress(key);
    await new Promise<void>((resolve) => {
      const sent = request(address, { method: 'PUT', headers: { 'Content-Length': 50_000 } });
      sent.on('error', () => undefined);
      sent.on('close', resolve);
      sent.write(bytes.subarray(0, 20_000), () => setTimeout(() => sent.destroy(), 50));
    });
    await expect.poll(() => readdir(join(folder, 'incoming'))).toEqual([]);
    expect(await storage.within(org).stat(key)).toBeNull();
  });

  const getAddress = (key: string, filename: string): string =>
    links.sign({ act: 'get', key, sha256, filename, contentType: 'application/pdf' }, clock.now / 1000 + 60);

  test('a download is the verified file, as an attachment under its own name', async () => {
    const key = newKey();
    await storage.within(org).put(key, Readable.from([bytes]), { maxBytes: 100_000 });
    const answer = await fetch(getAddress(key, 'Prüfung 手順書.pdf'));
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Prufung ___.pdf"; filename*=UTF-8''${encodeURIComponent('Prüfung 手順書.pdf')}`,
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-length')).toBe('50000');
  });

  test('[P11-10a] a file with a changed byte is not handed out', async () => {
    const key = newKey();
    await storage.within(org).put(key, Readable.from([bytes]), { maxBytes: 100_000 });
    const changed = Buffer.from(bytes);
    changed[4711]! ^= 0x20;
    await writeFile(join(folder, 'objects', ...key.split('/')), changed);
    const answer = await fetch(getAddress(key, 'a.pdf'));
    expect(answer.status).toBe(500);
    expect(await answer.text()).toContain('fingerprint differs');
  });

  test('a file that is gone is answered 404', async () => {
    expect((await fetch(getAddress(newKey(), 'a.pdf'))).status).toBe(404);
  });

  test.each([
    ['plain.pdf', 'attachment; filename="plain.pdf"'],
    ['a "quoted" name.pdf', String.raw`attachment; filename="a \"quoted\" name.pdf"`],
    ['Źródło.pdf', `attachment; filename="Zrod_o.pdf"; filename*=UTF-8''%C5%B9r%C3%B3d%C5%82o.pdf`],
  ])('the name %s is sent as RFC 6266 and RFC 8187 have it', (name, header) => {
    expect(attachment(name)).toBe(header);
    expect(attachment(name.normalize('NFD'))).toBe(header);
  });
});

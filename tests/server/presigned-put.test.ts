import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachment } from '#app/kit/downloads/attachment.ts';
import { fileEndpoints } from '#app/server/presigned-put.ts';
import { objectKey } from '#app/adapters/storage/key.ts';
import { createSignedUrls } from '#app/adapters/secrets/signed-url.ts';
import type { SignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { createLocalStorage } from '#app/adapters/storage/local.ts';
import type { Storage } from '#app/adapters/storage/port.ts';

describe('signed addresses', () => {
  const org = randomUUID();
  const bytes = randomBytes(50_000);
  const clock = { now: Date.now() };
  let folder: string;
  let server: Server;
  let storage: Storage;
  let signedUrls: SignedUrls;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'imprimatur-links-'));
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    signedUrls = createSignedUrls(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'a secret');
    storage = createLocalStorage(folder, signedUrls, () => clock.now);
    server.on(
      'request',
      express().use(fileEndpoints({ storage, signedUrls, now: () => new Date(clock.now).toISOString() })),
    );
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  const newKey = (): string => objectKey(org, randomUUID(), randomUUID(), 'incoming');
  const putAddress = (key: string, maxBytes = 100_000): Promise<string> =>
    storage.within(org).presignPut(key, { expiresInSeconds: 900, maxBytes });
  const put = (address: string, body: Buffer = bytes): Promise<Response> =>
    fetch(address, { method: 'PUT', body: new Uint8Array(body) });

  test('one is good for 15 minutes', async () => {
    const key = newKey();
    const address = await putAddress(key);
    const start = clock.now;
    clock.now = start + 899_000;
    expect((await put(address)).status).toBe(201);
    clock.now = start + 901_000;
    const late = await put(address);
    expect({ status: late.status, type: late.headers.get('content-type') }).toEqual({
      status: 410,
      type: 'application/problem+json',
    });
    expect(await late.json()).toMatchObject({ type: '/api/docs#problem-link_expired' });
    const read = await fetch(address);
    expect({ status: read.status, allow: read.headers.get('allow') }).toEqual({ status: 405, allow: 'PUT' });
    expect(await read.json()).toMatchObject({ type: '/api/docs#problem-method_not_allowed' });
    clock.now = start;
  });

  test('refuses an address that was changed in any part', async () => {
    const address = await putAddress(newKey());
    const token = new URL(address).searchParams.get('signed') ?? '';
    const [grant = '', signature = ''] = token.split('.');
    const other = new URL(await putAddress(newKey())).searchParams.get('signed')!.split('.');
    for (const changed of [
      '',
      grant,
      `${other[0]}.${signature}`,
      `${grant}.${other[1]}`,
      `${grant}.${signature}.`,
      `${grant}A.${signature}`,
    ]) {
      const url = new URL(address);
      url.searchParams.set('signed', changed);
      expect((await put(url.href)).status, changed).toBe(403);
    }
  });

  test('refuses an address that was signed for another purpose', async () => {
    const reader = { org, user: randomUUID(), publicId: randomUUID() };
    const page = signedUrls.url('/files/put', 'page', { address: '/files/put', reader }, clock.now + 60_000);
    expect((await put(page)).status).toBe(403);
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
    const named = await put(await putAddress(newKey(), 1000));
    expect(await named.json()).toMatchObject({
      type: '/api/docs#problem-file_too_large',
      detail: 'The file is larger than the limit of 1000 bytes.',
    });
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

  test.each([
    ['plain.pdf', 'attachment; filename="plain.pdf"'],
    ['a "quoted" name.pdf', String.raw`attachment; filename="a \"quoted\" name.pdf"`],
    ['Źródło.pdf', `attachment; filename="Zrod_o.pdf"; filename*=UTF-8''%C5%B9r%C3%B3d%C5%82o.pdf`],
  ])('the name %s is sent as RFC 6266 and RFC 8187 have it', (name, header) => {
    expect(attachment(name)).toBe(header);
    expect(attachment(name.normalize('NFD'))).toBe(header);
  });
});

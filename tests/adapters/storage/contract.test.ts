import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { incoming, objectKey } from '#app/adapters/storage/key.ts';
import { createSignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { createLocalStorage } from '#app/adapters/storage/local.ts';
import type { OrganisationStorage, Storage } from '#app/adapters/storage/port.ts';
import { createS3Storage } from '#app/adapters/storage/s3.ts';
import { openVerified } from '#app/adapters/storage/verified.ts';
import { startS3 } from '#tests/support/s3-server.ts';
import { localWorld, s3World, type World } from '#tests/adapters/storage/storage-worlds.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.each([
  ['files in a folder', localWorld],
  ['an S3 bucket', s3World],
])('storage: %s', (_name, start) => {
  const org = randomUUID();
  const newKey = (part = 'original'): string => objectKey(org, randomUUID(), randomUUID(), part);
  let world: World;
  let files: OrganisationStorage;

  beforeAll(async () => {
    world = await start();
    await world.storage.check();
    files = world.storage.within(org);
  });
  afterAll(() => world.close());

  const read = async (key: string, range?: { start: number; end: number }): Promise<Buffer> => {
    const opened = await files.open(key, range);
    if (!opened.ok) throw new Error(opened.failure.code);
    return buffer(opened.value);
  };

  test.each([0, 1, 70_000, 9 * 1024 * 1024 + 7])(
    'gives back %i bytes as they were put, with size and SHA-256',
    async (length) => {
      const bytes = randomBytes(length);
      const key = newKey();
      const put = await files.put(key, Readable.from(pieces(bytes)), { maxBytes: 20_000_000 });
      expect(put).toEqual({ ok: true, value: { size: length, sha256: sha256(bytes) } });
      expect((await read(key)).equals(bytes)).toBe(true);
      expect(await files.stat(key)).toEqual({ size: length });
      expect(await files.digest(key)).toEqual({ ok: true, value: { size: length, sha256: sha256(bytes) } });
    },
  );

  test('gives a part of the bytes', async () => {
    const bytes = randomBytes(1000);
    const key = newKey();
    await files.put(key, Readable.from([bytes]), { maxBytes: 1000 });
    expect((await read(key, { start: 10, end: 19 })).equals(bytes.subarray(10, 20))).toBe(true);
  });

  test.each([1000, 12_000_000])('refuses a body over the limit of %i bytes and leaves nothing', async (maxBytes) => {
    const key = newKey();
    const put = await files.put(key, Readable.from(pieces(randomBytes(maxBytes + 1))), { maxBytes });
    expect(put).toMatchObject({ ok: false, failure: { code: 'file_too_large' } });
    expect(await files.stat(key)).toBeNull();
  });

  test('a body over the limit leaves what was there before untouched', async () => {
    const key = newKey();
    const before = randomBytes(100);
    await files.put(key, Readable.from([before]), { maxBytes: 100 });
    await files.put(key, Readable.from([randomBytes(101)]), { maxBytes: 100 });
    expect((await read(key)).equals(before)).toBe(true);
  });

  test.each([100_000, 20_000_000])(
    'a body that breaks off after %i bytes rejects and leaves nothing',
    async (length) => {
      const key = newKey();
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield* pieces(randomBytes(length));
        throw new Error('the sender went away');
      }
      await expect(files.put(key, broken(), { maxBytes: 50_000_000 })).rejects.toThrow('the sender went away');
      expect(await files.stat(key)).toBeNull();
    },
  );

  test('an aborted put rejects and leaves nothing', async () => {
    const key = newKey();
    const aborted = new AbortController();
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (let n = 0; ; n++) {
        if (n === 20) aborted.abort();
        yield randomBytes(1_000_000);
      }
    }
    const put = files.put(key, endless(), { maxBytes: 1e9, signal: aborted.signal });
    await expect(put).rejects.toThrow();
    expect(await files.stat(key)).toBeNull();
  });

  test('copies, moves and removes', async () => {
    const bytes = randomBytes(5000);
    const [first, second, third] = [newKey(), newKey(), newKey()];
    await files.put(first, Readable.from([bytes]), { maxBytes: 5000 });
    expect(await files.copy(first, second)).toEqual({ ok: true, value: { size: 5000 } });
    expect(await files.move(first, third)).toEqual({ ok: true, value: { size: 5000 } });
    expect(await files.stat(first)).toBeNull();
    expect((await read(second)).equals(bytes)).toBe(true);
    expect((await read(third)).equals(bytes)).toBe(true);
    await files.remove(third);
    await files.remove(third);
    expect(await files.stat(third)).toBeNull();
  });

  test('what is not there is answered as missing', async () => {
    const missing = { ok: false, failure: { code: 'file_missing' } };
    expect(await files.open(newKey())).toMatchObject(missing);
    expect(await files.digest(newKey())).toMatchObject(missing);
    expect(await files.copy(newKey(), newKey())).toMatchObject(missing);
    expect(await files.move(newKey(), newKey())).toMatchObject(missing);
    expect(await files.stat(newKey())).toBeNull();
  });

  test("another organisation's file can be neither read nor written", async () => {
    const bytes = randomBytes(100);
    const key = newKey();
    await files.put(key, Readable.from([bytes]), { maxBytes: 100 });
    const other = world.storage.within(randomUUID());
    expect(await other.open(key)).toMatchObject({ failure: { code: 'file_missing' } });
    expect(await other.digest(key)).toMatchObject({ failure: { code: 'file_missing' } });
    expect(await other.stat(key)).toBeNull();
    await expect(other.remove(key)).rejects.toThrow('not one of this organisation');
    await expect(other.put(key, Readable.from([bytes]), { maxBytes: 100 })).rejects.toThrow();
    expect((await read(key)).equals(bytes)).toBe(true);
  });

  test.each(['../../etc/passwd', `${org}/../x/y`, `${org}/a/b/c`, `${org}//`])('%s is not a key', async (key) => {
    expect(await files.open(key)).toMatchObject({ failure: { code: 'file_missing' } });
    await expect(files.put(key, Readable.from([]), { maxBytes: 1 })).rejects.toThrow();
  });

  test('a presigned address takes the bytes', async () => {
    const bytes = randomBytes(300_000);
    const key = newKey('incoming');
    const address = await files.presignPut(key, {
      expiresInSeconds: 900,
      maxBytes: 300_000,
    });
    const answer = await fetch(address, { method: 'PUT', body: bytes, headers: { 'Content-Type': 'application/pdf' } });
    expect(answer.status).toBeLessThan(300);
    expect(await files.digest(key)).toEqual({ ok: true, value: { size: 300_000, sha256: sha256(bytes) } });
  });

  test('a presigned address that was changed takes nothing', async () => {
    const [key, other] = [newKey('incoming'), newKey('incoming')];
    const addressOf = (at: string) => files.presignPut(at, { expiresInSeconds: 900, maxBytes: 10 });
    // A token holds the key in base64, a path as it is.
    const [address, target] = [new URL(await addressOf(key)), new URL(await addressOf(other))];
    address.pathname = target.pathname;
    const [grant = '', signature = ''] = [target, address].map((url) => url.searchParams.get('signed') ?? '');
    if (grant) address.searchParams.set('signed', `${grant.split('.')[0]}.${signature.split('.')[1]}`);
    const answer = await fetch(address, { method: 'PUT', body: 'forged', headers: { 'Content-Type': 'text/plain' } });
    expect(answer.status).toBe(403);
    expect(await files.stat(other)).toBeNull();
  });

  test('[P11-10a5] a changed byte is found before anything is sent', async () => {
    const bytes = randomBytes(200_000);
    const key = newKey();
    await files.put(key, Readable.from([bytes]), { maxBytes: 200_000 });
    const good = await openVerified(files, key, sha256(bytes));
    if (!good.ok) throw new Error(good.failure.code);
    expect((await buffer(good.value.body)).equals(bytes)).toBe(true);

    const changed = Buffer.from(bytes);
    changed[123_456]! ^= 1;
    await world.damage(key, changed);
    expect(await openVerified(files, key, sha256(bytes))).toMatchObject({
      ok: false,
      failure: { code: 'file_damaged' },
    });
  });

  test('[P11-10a5] a file that changes while it is sent never arrives complete', async () => {
    const bytes = randomBytes(200_000);
    const key = newKey();
    await files.put(key, Readable.from([bytes]), { maxBytes: 200_000 });
    const opened = await openVerified(files, key, sha256(bytes));
    if (!opened.ok) throw new Error(opened.failure.code);
    const changed = Buffer.from(bytes);
    changed[199_999]! ^= 1;
    await world.damage(key, changed);
    await expect(buffer(opened.value.body)).rejects.toThrow('changed in storage');
  });
});

function* pieces(bytes: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

describe('an S3 bucket', () => {
  const settings = { bucket: 'files', region: 'eu-central-1', accessKeyId: 'a', secretAccessKey: 'b' };

  test.each([
    [{ endpoint: null, forcePathStyle: false }, 'https://files.s3.eu-central-1.amazonaws.com'],
    [{ endpoint: 'https://s3.example.com:9000', forcePathStyle: true }, 'https://s3.example.com:9000'],
    [{ endpoint: 'https://s3.example.com', forcePathStyle: false }, 'https://files.s3.example.com'],
  ])('%j: the policy lets browsers send to where presigned addresses lead', async (more, origin) => {
    const storage = createS3Storage({ ...settings, ...more });
    expect(storage.uploadOrigin).toBe(origin);
    const org = randomUUID();
    const presigned = await storage.within(org).presignPut(objectKey(org, randomUUID(), randomUUID(), 'incoming'), {
      expiresInSeconds: 900,
      maxBytes: 1,
    });
    expect(new URL(presigned).origin).toBe(origin);
    expect(new URL(presigned).searchParams.get('X-Amz-Expires')).toBe('900');
    expect(presigned).not.toContain('checksum');
  });
});

describe('what was sent to a place and never taken', () => {
  /** `tidy` clears it; what is stored stays. */
  async function cleared(storage: Storage): Promise<void> {
    const org = randomUUID();
    const files = storage.within(org);
    const [left, stored] = [incoming, randomUUID()].map((folder) => objectKey(org, folder, randomUUID(), 'incoming'));
    for (const key of [left!, stored!]) await files.put(key, Readable.from([randomBytes(10)]), { maxBytes: 100 });
    await storage.tidy(60_000, [org]);
    expect(await files.stat(left!)).toEqual({ size: 10 });
    // S3 gives its times in seconds.
    await storage.tidy(-2_000, [org]);
    expect([await files.stat(left!), await files.stat(stored!)]).toEqual([null, { size: 10 }]);
  }

  test('is cleared in time from a folder', async () => {
    const world = await localWorld();
    await cleared(world.storage);
    await world.close();
  });

  test('is cleared in time from a bucket', async () => {
    const peer = await startS3('imprimatur', { trusting: true });
    await cleared(createS3Storage(peer.settings));
    await peer.close();
  });
});

describe('files in a folder', () => {
  test('nothing stays in the folder for incoming bodies', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'imprimatur-files-'));
    const org = randomUUID();
    const storage = createLocalStorage(folder, createSignedUrls('http://localhost', 'a secret'));
    const key = objectKey(org, randomUUID(), randomUUID(), 'original');
    await storage.within(org).put(key, Readable.from([randomBytes(10)]), { maxBytes: 100 });
    await storage.within(org).put(key, Readable.from([randomBytes(1000)]), { maxBytes: 100 });
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);

    await writeFile(join(folder, 'incoming', 'rest-of-a-crash'), 'half');
    await storage.tidy(60_000, []);
    expect(await readdir(join(folder, 'incoming'))).toEqual(['rest-of-a-crash']);
    await storage.tidy(-1, []);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

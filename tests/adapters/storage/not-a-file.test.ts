import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOf } from '#app/audit/evidence/program/bytes.ts';
import { verifyFolder } from '#app/audit/evidence/verify/verify-files.ts';
import { unavailabilityOf } from '#app/kit/errors/unavailable.ts';
import { problemOf } from '#app/kit/errors/problem.ts';
import { createSignedUrls } from '#app/adapters/secrets/signed-url.ts';
import { objectKey } from '#app/adapters/storage/key.ts';
import { createLocalStorage } from '#app/adapters/storage/local.ts';
import { probeFolder, timed } from '#app/adapters/storage/probe.ts';
import { chunksOf } from '#app/adapters/storage/random-access.ts';

const org = randomUUID();
const bytes = Buffer.from('the recorded bytes');
let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'imprimatur-not-a-file-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const storage = () => createLocalStorage(join(folder, 'files'), createSignedUrls('http://localhost', 'a secret'));

/** A stored file, and its path. */
async function stored(): Promise<{ key: string; path: string }> {
  const key = objectKey(org, randomUUID(), randomUUID(), 'original');
  expect(await storage().within(org).put(key, chunksOf(bytes), { maxBytes: 100 })).toMatchObject({ ok: true });
  return { key, path: join(folder, 'files/objects', ...key.split('/')) };
}

const stands: Record<string, (path: string) => Promise<unknown>> = {
  'a symbolic link': async (path) => {
    const same = join(folder, randomUUID());
    await writeFile(same, bytes);
    await symlink(same, path);
  },
  'a symbolic link to a device': (path) => symlink('/dev/zero', path),
  'a folder': (path) => mkdir(path),
  'a pipe': async (path) => spawnSync('mkfifo', [path]),
  'a socket': (path) => new Promise<void>((resolve) => createServer().unref().listen(path, resolve)),
};

describe('what lies in place of a stored file', () => {
  it.each(Object.entries(stands))('is named and not followed: %s', async (name, put) => {
    const { key, path } = await stored();
    // The path of a socket is limited to 107 bytes.
    if (name === 'a socket') {
      const short = join(folder, 's');
      await put(short);
      await rename(short, path);
    } else {
      await rm(path);
      await put(path);
    }
    const files = storage().within(org);
    const refused = { ok: false, failure: { code: 'file_damaged', detail: expect.stringContaining('not followed') } };
    expect(await files.open(key)).toMatchObject(refused);
    expect(await files.digest(key)).toMatchObject(refused);
    expect(await files.copy(key, objectKey(org, randomUUID(), randomUUID(), 'original'))).toMatchObject(refused);
    expect(await files.move(key, objectKey(org, randomUUID(), randomUUID(), 'original'))).toMatchObject(refused);
    expect(await files.stat(key)).toBeNull();
  });

  it('is named where a folder above it is a link, also when writing and removing', async () => {
    const { key, path } = await stored();
    const moved = join(folder, randomUUID());
    await rename(dirname(path), moved);
    await symlink(moved, dirname(path));
    const files = storage().within(org);
    expect(await files.open(key)).toMatchObject({ failure: { detail: expect.stringContaining('a linked folder') } });
    expect(await files.put(key, chunksOf(bytes), { maxBytes: 100 })).toMatchObject({ ok: false });
    await expect(files.remove(key)).rejects.toThrow('a linked folder');
    expect(await readFile(join(moved, 'original'))).toEqual(bytes);
  });

  it('is refused by the verifier of a pack that lies in a folder', async () => {
    const pack = join(folder, 'pack');
    await mkdir(join(pack, 'files'), { recursive: true });
    await symlink('/dev/zero', join(pack, 'files/one.pdf'));
    expect(await verifyFolder('pack', () => filesOf(pack), [])).toMatchObject({
      outcome: 'refused',
      heading: expect.stringContaining('files/one.pdf is not a file but a link or a device'),
    });
  });
});

describe('a disk that is slow or full', () => {
  it('is named by readiness past a second, and fails it where too little room is left', async () => {
    expect(await probeFolder(folder)).toBeUndefined();
    expect(await timed(() => sleep(1_050))).toMatch(/^slow: a small file took 1\.\d s$/);
    await expect(probeFolder(folder, 2 ** 60)).rejects.toThrow(/^Only \d+ MB are free$/);
    await expect(probeFolder('/dev/null/below')).rejects.toThrow('ENOTDIR');
  });

  it.each(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])('answers a page with 507: %s', (code) => {
    const failure = unavailabilityOf(Object.assign(new Error(code), { code }));
    expect(problemOf(failure!).status).toBe(507);
  });
});

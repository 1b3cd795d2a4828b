import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startS3 } from '#tests/support/s3-server.ts';
import type { S3Peer } from '#tests/support/s3-server.ts';

const run = promisify(execFile);
const script = (name: string): string => join(import.meta.dirname, name);

describe('what storage takes', () => {
  let folder: string;
  let peer: S3Peer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'imprimatur-large-'));
    peer = await startS3();
  });
  afterAll(async () => {
    await peer.close();
    await rm(folder, { recursive: true });
  });

  test.each(['local', 's3'])(
    '200 MB are stored, checked and sent (%s) without being held in memory',
    async (kind) => {
      const place = kind === 's3' ? (peer.settings.endpoint ?? '') : folder;
      const { stdout } = await run(process.execPath, ['--import', 'tsx', script('child-large-file.ts'), kind, place]);
      const found = JSON.parse(stdout) as { size: number; pages: number; read: number; grownBy: number };
      expect(found.size).toBeGreaterThan(200 * 1024 * 1024);
      expect(found.read).toBe(found.size);
      expect(found.pages).toBe(1);
      expect(found.grownBy).toBeLessThan(120);
    },
    120_000,
  );

  test('a full disk is a refusal, and nothing is left behind', async () => {
    const node = `exec "${process.execPath}" --import tsx "${script('child-full-disk.ts')}" "${folder}"`;
    const { stdout } = await run('sh', ['-c', `ulimit -f 2048; ${node}`]);
    expect(JSON.parse(stdout)).toMatchObject({
      put: { ok: false, failure: { code: 'storage_full' } },
      stat: null,
      left: [],
    });
  });
});

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

it('reports a full disk in a sentence and leaves no part of a secret file', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'imprimatur-secret-'));
  const file = path.join(folder, 'signing.key');
  const script = path.join(import.meta.dirname, 'child-full-secret.ts');
  const node = `exec "${process.execPath}" --import tsx "${script}" "${file}"`;
  const { stdout } = await run('sh', ['-c', `ulimit -f 0; ${node}`]);
  expect(stdout).toBe(`fault: There is no room on the disk for ${file}.`);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Postgres } from '#app/adapters/database/reachable.ts';
import { processesOf } from '#app/adapters/embedded-postgres/cluster.ts';
import { openEmbedded } from '#app/adapters/embedded-postgres/embedded-postgres.ts';
import { preparePlace } from '#app/adapters/embedded-postgres/place.ts';
import { temporaryFolder } from '#tests/support/server.ts';

let dataDir: string;
let cluster: string;
let sockets: string;
beforeAll(async () => {
  dataDir = await temporaryFolder();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const open = (use: 'server' | 'tool') => openEmbedded({ dataDir, use, settings: { fsync: 'off' } });

async function answers({ url }: Postgres): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ one: number }>('select 1 as one');
  await client.end();
  return rows[0]?.one === 1;
}

/** Opens it, asks it something and stops it, several times. */
async function works(times: number): Promise<boolean> {
  for (let left = times; left > 0; left -= 1) {
    const postgres = await open('tool');
    if (!(await answers(postgres))) return false;
    await postgres.stop();
  }
  return true;
}

const expectStopped = async () => {
  expect(await processesOf(cluster)).toEqual([]);
  expect(existsSync(sockets)).toBe(false);
};

describe('the PostgreSQL of a DATA_DIR', () => {
  it('is made once by two processes that are the first, without what a broken start left', async () => {
    const { home, ...place } = await preparePlace(dataDir);
    ({ cluster, sockets } = place);
    expect(sockets).toBe(`/tmp/imprimatur-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`);
    await mkdir(path.join(home, 'initialising'));
    await writeFile(path.join(home, 'initialising.password'), 'cut short');
    const child = fileURLToPath(new URL('child-first.ts', import.meta.url));
    const first = () => promisify(execFile)(process.execPath, ['--import', 'tsx', child, dataDir]);
    const outputs = await Promise.all([first(), first()]);
    expect(outputs.map(({ stdout }) => stdout)).toEqual(['1\n', '1\n']);
    expect((await readdir(home)).filter((name) => name.startsWith('initialising'))).toEqual([]);
    await expectStopped();
  });

  it('is stopped by the last tool that uses it, whichever started it', async () => {
    const first = await open('tool');
    const second = await open('tool');
    expect(existsSync(sockets)).toBe(true);
    await first.stop();
    expect(await answers(second)).toBe(true);
    await second.stop();
    await expectStopped();
  });

  it('refuses a second server, and lets tools join the first', async () => {
    const server = await open('server');
    await expect(open('server')).rejects.toThrow(/is in use by another Imprimatur process: /);
    const tool = await open('tool');
    expect(await answers(tool)).toBe(true);
    await tool.stop();
    expect(await answers(server)).toBe(true);
    await server.stop();
    await expectStopped();
  });

  it('can be opened at any time while another process stops it', async () => {
    for (const delay of [0, 20, 80]) {
      const server = await open('server');
      const stopped = server.stop();
      await new Promise((resolve) => setTimeout(resolve, delay));
      const next = await open(delay === 20 ? 'tool' : 'server');
      await stopped;
      expect(await answers(next), `${delay} ms after the stop began`).toBe(true);
      await next.stop();
    }
    await expectStopped();
  });

  it('serves several tools that come and go at once', async () => {
    expect(await Promise.all([works(4), works(4), works(4)])).toEqual([true, true, true]);
    await expectStopped();
  });

  it('takes over the lock of a process that has died, or has not touched it for long', async () => {
    const lock = path.join(dataDir, 'postgres.lock');
    await writeFile(lock, '4194999');
    expect(await works(1)).toBe(true);
    await writeFile(lock, String(process.ppid));
    await utimes(lock, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
    expect(await works(1)).toBe(true);
    expect(existsSync(lock)).toBe(false);
  });
});

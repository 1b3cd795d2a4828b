import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded, type Postgres } from '#app/embedded-postgres/embedded-postgres.ts';
import { preparePlace } from '#app/embedded-postgres/place.ts';
import { processesOf } from '#app/embedded-postgres/processes.ts';
import { temporaryFolder } from '#tests/support/server.ts';

let dataDir: string;
let cluster: string;
/** Where its socket is, as place.ts names it. */
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

/** Asks it something and stops it, again and again. */
async function works(times: number): Promise<boolean> {
  for (let left = times; left > 0; left -= 1) {
    const postgres = await open('tool');
    if (!(await answers(postgres))) return false;
    await postgres.stop();
  }
  return true;
}

const nothingLeft = async () => {
  await expect.poll(() => processesOf(cluster)).toEqual([]);
  expect(existsSync(sockets)).toBe(false);
};

describe('the PostgreSQL of a DATA_DIR', () => {
  it('is made once where several are the first, without what an earlier one left half made', async () => {
    const { home } = await preparePlace(dataDir);
    cluster = path.join(home, 'cluster');
    sockets = `/tmp/imprimatur-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`;
    await mkdir(path.join(home, 'initialising'));
    await writeFile(path.join(home, 'initialising.password'), 'cut short');
    const child = fileURLToPath(new URL('child-first.ts', import.meta.url));
    const first = () => promisify(execFile)(process.execPath, ['--import', 'tsx', child, dataDir]);
    const said = await Promise.all([first(), first()]);
    expect(said.map(({ stdout }) => stdout)).toEqual(['1\n', '1\n']);
    expect((await readdir(home)).filter((name) => name.startsWith('initialising'))).toEqual([]);
    await nothingLeft();
  });

  it('is stopped by the last who uses it, whoever started it, and leaves no folder of its socket behind', async () => {
    const first = await open('tool');
    const second = await open('tool');
    expect(existsSync(sockets)).toBe(true);
    await first.stop();
    expect(await answers(second)).toBe(true);
    await second.stop();
    await nothingLeft();
  });

  it('can be opened at any moment while another is stopping it', async () => {
    for (const delay of [0, 5, 20, 40, 80, 160]) {
      const server = await open('server');
      const stopped = server.stop();
      await new Promise((resolve) => setTimeout(resolve, delay));
      const next = await open(delay % 10 === 0 ? 'server' : 'tool');
      await stopped;
      expect(await answers(next), `${delay} ms after the stop began`).toBe(true);
      await next.stop();
    }
    await nothingLeft();
  });

  it('serves several who come and go at once', async () => {
    expect(await Promise.all([works(6), works(6), works(6)])).toEqual([true, true, true]);
    await nothingLeft();
  });

  it('finds the folder of its socket again that is taken away as it starts', async () => {
    const opening = open('server');
    let [taken, started] = [0, false];
    const taking = (async () => {
      while (!started && taken < 3) {
        await rmdir(sockets).then(
          () => (taken += 1),
          () => undefined,
        );
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    })();
    const server = await opening;
    started = true;
    await taking;
    expect(taken).toBeGreaterThan(0);
    expect(await answers(server)).toBe(true);
    await server.stop();
    await nothingLeft();
  });
});

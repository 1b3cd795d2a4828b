import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { processesOf } from '#app/adapters/embedded-postgres/cluster.ts';
import { openEmbedded } from '#app/adapters/embedded-postgres/embedded-postgres.ts';
import { temporaryFolder } from '#tests/support/server.ts';

// L5: whatever ends the server ends its PostgreSQL, and the next start finds it in order.

const child = fileURLToPath(new URL('child-database.ts', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** A process that opens the database as the server does and, once it runs, ends in this way. */
async function opened(ending: string) {
  const dataDir = await temporaryFolder();
  folders.push(dataDir);
  const server = spawn(process.execPath, ['--import', 'tsx', child, dataDir, ending], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await once(server.stdout, 'data');
  const cluster = await realpath(path.join(dataDir, 'postgres/cluster'));
  expect(await processesOf(cluster)).not.toEqual([]);
  return { server, dataDir, cluster };
}

it.each([
  ['killed', 'wait', 'SIGKILL'],
  ['ended by an exception that nothing catches', 'throw', null],
  ['ended by process.exit', 'exit', null],
] as const)('by fault: a server that is %s leaves no PostgreSQL behind', async (_how, ending, signal) => {
  const { server, dataDir, cluster } = await opened(ending);
  const ended = once(server, 'close');
  if (signal) server.kill(signal);
  else server.stdin.end('now');
  await ended;
  await expect.poll(() => processesOf(cluster), { timeout: 60_000 }).toEqual([]);
  const reported: string[] = [];
  const again = await openEmbedded({ dataDir, use: 'server', report: (event) => reported.push(event) });
  await again.stop();
  expect(reported).toEqual([]);
});

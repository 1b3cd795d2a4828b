import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort, temporaryFolder } from '#tests/support/server.ts';
import { afterStart, folderOf, jobsAreDone } from '#tests/support/started.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

/** Every `npm …` that the README names, as it stands there. */
const named = [
  ...new Set(
    [...readme.matchAll(/(?:`|^)(npm (?:start|test|run)[^`\n]*?)(?:`|$)/gm)].map(([, command]) => command ?? ''),
  ),
];

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

const { PATH = '', HOME = '' } = process.env;
const folders: string[] = [];
const running: ChildProcess[] = [];
afterAll(async () => {
  for (const child of running)
    if (child.exitCode === null && child.signalCode === null && child.pid) process.kill(-child.pid, 'SIGKILL');
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

/** Runs a command line of the README as a shell would, in a process group of its own. */
function npm(line: string, environment: Record<string, string>, input = '') {
  const child = spawn('sh', ['-c', line], {
    cwd: root,
    env: { NODE_ENV: 'production', PATH, HOME, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  running.push(child);
  const ended: Ended = { code: null, out: '', err: '' };
  child.stdout.on('data', (text) => (ended.out += String(text)));
  child.stderr.on('data', (text) => (ended.err += String(text)));
  child.stdin.end(input);
  const end = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ ...ended, code })));
  const says = async (words: string) => {
    while (!ended.out.includes(words)) {
      if (child.exitCode !== null) throw new Error(`${line} ended:\n${ended.out}${ended.err}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { child, end, says, said: () => ended.out };
}

/** Starts a server by its command, waits for its line, and stops it (by default as Ctrl-C does). */
async function serves(line: string, dataDir: string, signal: NodeJS.Signals = 'SIGINT'): Promise<string> {
  const port = await freePort();
  const { child, end, says, said } = npm(line, { DATA_DIR: dataDir, PORT: String(port) });
  await says(' is ready at ');
  const answer = await fetch(`http://localhost:${port}/healthz`);
  expect(answer.status).toBe(200);
  if (line.includes('--demo')) {
    await says('employee');
    await jobsAreDone(dataDir);
  }
  const alive = path.join(dataDir, 'postgres/cluster/postmaster.pid');
  expect(existsSync(alive)).toBe(true);
  process.kill(-(child.pid ?? 0), signal);
  await end;
  expect(existsSync(alive)).toBe(false);
  return said();
}

const folder = async () => {
  const made = await temporaryFolder();
  folders.push(made);
  return made;
};

describe('every command of the README', () => {
  const shown = new Set(['npm test']);
  /** Shows a command, once it is known that the README names it. */
  const command = (line: string, show: () => Promise<void>) => {
    shown.add(line);
    it(line, show);
  };
  let place = '';
  let org = '';

  command('npm start', async () => {
    place = await folder();
    expect(await serves('npm start', place)).toMatch(/set-up code: \S+/);
  });
  command('npm start -- --demo', async () => {
    const demo = 'npm start -- --demo';
    let out = '';
    // What it makes is what other tests begin with.
    const make = async (dataDir: string) => void (out = await serves(demo, dataDir));
    await folderOf({ ...afterStart(['--demo']), make });
    expect(out || (await serves(demo, await folder()))).toContain('northmere.example');
  });
  command('npm run dev', async () => {
    // As a change to the server's files asks it.
    await serves('npm run dev', await folder(), 'SIGTERM');
  });
  const create = 'npm run org -- create --name … --domain … --admin-email … --admin-name … --password-stdin';
  command(create, async () => {
    const values = ['"Zakład Północ"', 'polnoc.example', 'zofia@polnoc.example', '"Zofia Żak"'];
    const line = values.reduce((text, value) => text.replace('…', value), create);
    const made = await npm(line, { DATA_DIR: place }, 'corridor-battery-9-lamp\n').end;
    expect(made.code, made.err).toBe(0);
    org = /^[0-9a-f-]{36}$/m.exec(made.out)?.[0] ?? '';
    expect(org).not.toBe('');
  });
  for (const [line, words] of [
    ['npm run ledger -- verify', 'intact'],
    ['npm run ledger -- checkpoint', 'imprimatur/'],
    ['npm run ledger -- proof --org UID --position N', 'c2sp.org/tlog-proof'],
    ['npm run ledger -- key', 'imprimatur'],
    ['npm run projections -- check', 'no differences'],
    ['npm run projections -- rebuild', 'nothing to repair'],
  ] as const) {
    command(line, async () => {
      const filled = line.replace('UID', org).replace('--position N', '--position 1');
      const done = await npm(filled, { DATA_DIR: place }).end;
      expect(done.code, done.err).toBe(0);
      expect(done.out).toContain(words);
    });
  }
  const bench = 'npm run bench -- reports --quick';
  command(bench, async () => {
    const done = await npm(bench, { DATA_DIR: await folder() }).end;
    expect(done.code, done.err).toBe(0);
    expect(done.out).toContain('÷');
  });
  command('npm run validation', async () => {
    const done = await npm('npm run validation', {}).end;
    expect(done.code, done.err).toBe(0);
    expect(done.out).toContain('P11-10e');
  });
  command('npm run format', async () => {
    // It writes; the check of the same tool and settings shows what it would do, and that is nothing.
    const done = await npm('node node_modules/oxfmt/bin/oxfmt --check package.json README.md', {}).end;
    expect(done.code, done.out).toBe(0);
  });

  it('is in this list, and the list in the README', () => {
    expect(named.toSorted()).toEqual([...shown].toSorted());
  });
});

import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import PostalMime, { type Email } from 'postal-mime';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface ServerOptions {
  /** Settings beside DATA_DIR and PORT; without DATABASE_URL the server runs its own embedded PostgreSQL. */
  environment?: Readonly<Record<string, string>>;
  /** The data folder of an earlier server, to continue with its data. */
  dataDir?: string;
  port?: number;
  flags?: readonly string[];
}

/** The product as a process of its own, as `npm start` runs it. */
export interface RunningServer {
  url: string;
  dataDir: string;
  port: number;
  child: ChildProcess;
  /** What it has written to its standard output and standard error. */
  said(): string;
  /** As shown on the console; null where the database is not empty. */
  setupCode(): string | null;
  /** The JSON log, a record a line. */
  log(): Promise<Record<string, unknown>[]>;
  /** The emails in the outbox, oldest first. */
  mail(): Promise<Email[]>;
  /** SIGTERM, and waits for the end; answers the exit code. */
  stop(): Promise<number | null>;
  /** `kill -9` of the server alone. */
  kill(): Promise<void>;
  /** Stops it where it still runs and removes its data. */
  remove(): Promise<void>;
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Others may pass through: as root, PostgreSQL runs as another account. */
export async function temporaryFolder(place = os.tmpdir()): Promise<string> {
  const folder = await mkdtemp(path.join(place, 'imprimatur-test-'));
  await chmod(folder, 0o711);
  return folder;
}

/** Builds what changed, starts the server and waits until it answers. Throws with its output if it ends first. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const port = options.port ?? (await freePort());
  const child = launch({ ...options, dataDir, port });
  let said = '';
  child.stdout?.on('data', (text) => (said += String(text)));
  child.stderr?.on('data', (text) => (said += String(text)));
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const server: RunningServer = {
    url: `http://localhost:${port}`,
    dataDir,
    port,
    child,
    said: () => said,
    setupCode: () => /set-up code: (\S+)/.exec(said)?.[1] ?? null,
    log: () => readLog(path.join(dataDir, 'log/server.1.log')),
    mail: () => readOutbox(path.join(dataDir, 'outbox')),
    stop: () => (child.kill('SIGTERM'), ended),
    kill: () => (child.kill('SIGKILL'), ended.then(() => undefined)),
    async remove() {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  const ready = new Promise<void>((resolve) =>
    child.stdout?.on('data', () => said.includes(' is ready at ') && resolve()),
  );
  const failed = ended.then((code) => Promise.reject(new Error(`The server ended with ${code}:\n${said}`)));
  await Promise.race([ready, failed]);
  failed.catch(() => undefined);
  if (options.flags?.includes('--demo') && said.includes('incomplete')) throw new Error(said);
  return server;
}

/** The process ids that answer requests, once there are `count`. A connection stays with its process. */
export async function everyWebProcess(server: RunningServer, count: number): Promise<number[]> {
  for (;;) {
    const lines = await server.log();
    const pids = lines.filter(({ msg }) => msg === 'web.started').map(({ pid }) => Number(pid));
    const alive = pids.filter((pid) => isAlive(pid));
    if (alive.length >= count) return alive;
    await sleep(50);
  }
}

/** `kill -9` of each. A database's first process takes the others along, some before their turn. */
export function killHard(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Starts it and waits for its end, for what ends by itself: the exit code and everything it said. */
export async function runServer(options: ServerOptions): Promise<{ code: number | null; said: string }> {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const child = launch({ ...options, dataDir, port: options.port ?? (await freePort()) });
  let said = '';
  child.stdout?.on('data', (text) => (said += String(text)));
  child.stderr?.on('data', (text) => (said += String(text)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
  return { code, said };
}

function launch({ dataDir, port, environment, flags = [] }: ServerOptions & { dataDir: string; port: number }) {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, [path.join(root, 'scripts/serve.mjs'), ...flags], {
    cwd: root,
    // Nothing of the test run's own environment: neither its settings nor its NODE_ENV.
    env: {
      NODE_ENV: 'production',
      PATH,
      HOME,
      DATA_DIR: dataDir,
      PUBLICATION_EMAIL_SECONDS: '0',
      PORT: String(port),
      // Each process loads the product anew: several only where a test is about several.
      WEB_PROCESSES: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function readLog(file: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function readOutbox(folder: string): Promise<Email[]> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  return await Promise.all(files.sort().map(async (name) => PostalMime.parse(await readFile(path.join(folder, name)))));
}

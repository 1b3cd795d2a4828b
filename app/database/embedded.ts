import { execFile, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { chown, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { Fault } from '../fault.ts';
import { bareEnvironment, findBinaries, type Binaries } from './binaries.ts';
import { canLogIn, isWrongPassword } from './log-in.ts';
import { checkVersion, preparePlace, socketFolder, type Place } from './place.ts';
import { processesOf, recordedPostmaster, signal, waitUntil } from './processes.ts';
import { applicationRole, connectionsEach } from './pool.ts';
import { keptSecret } from './secret.ts';

const run = promisify(execFile);

/** A PostgreSQL server that can be connected to as the owner. */
export interface Postgres {
  url: string;
  /**
   * Once the database is migrated: the address at which the application connects. To a server of our own it logs in as its own role, which has
   * no other to go back to: of a session that logged in as the owner, `set role none` would make the owner's again.
   */
  admit(): Promise<string>;
  /** Stops a server that we started; leaves any other alone. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** The server owns the cluster alone; a tool shares it with a running server, or starts it for as long as it needs. */
  use: 'server' | 'tool';
  /** How many processes answer requests, each with connections of its own. */
  webProcesses?: number;
  /** Server settings over our own, for instance `fsync: 'off'` in tests. */
  settings?: Readonly<Record<string, string>>;
  /** Told what happens to the server process, in words for the log. */
  report?: (event: string) => void;
}

const owner = 'imprimatur';
/** The file of the owner's password, in `dataDir`. */
const secretName = 'postgres.secret';
const port = 5432;
/** Any number will do: the lease on the cluster, in the database `postgres`. */
const leaseKey = 4_711_000_001;
/** Two tools that admit the application at once take turns. */
const admitKey = 4_711_000_005;

/** As many as all pools can hold at once, with room for jobs, a report and the tools of the command line: what is refused one fails. */
export const connectionsFor = (webProcesses: number): number =>
  Math.max(200, connectionsEach * (webProcesses + 1) + 80);

/** Starts the embedded PostgreSQL in `dataDir`, or joins the one that runs there. Throws a `Fault` with a sentence. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Postgres> {
  const place = await preparePlace(options.dataDir);
  const binaries = await findBinaries(place.account, place.home);
  const fresh = !(await stat(place.cluster).catch(() => undefined));
  const secretFile = path.join(options.dataDir, secretName);
  if (!fresh && !(await stat(secretFile).catch(() => undefined))) {
    throw new Fault(`${secretFile} is missing: the database in ${place.cluster} cannot be opened without it.`);
  }
  const secret = await keptSecret(secretFile, () => randomBytes(32).toString('base64url'));
  if (secret === '') throw new Fault(`The password in ${secretFile} is damaged: put it back from a backup.`);
  if (fresh) await initialise(place, binaries, secret);
  const sockets = await socketFolder(place);
  const cluster = new Cluster(place, binaries, sockets, secret, options);
  return await cluster.open();
}

async function initialise(place: Place, binaries: Binaries, secret: string): Promise<void> {
  // Made aside and renamed, so that an initdb cut short is never taken for a database.
  const aside = path.join(place.home, 'initialising');
  const passwordFile = path.join(place.home, 'initialising.password');
  await rm(aside, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, `${secret}\n`, { mode: 0o600 });
  if (place.account) await chown(passwordFile, place.account.uid, place.account.gid);
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const access = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, `--username=${owner}`];
  await run(binaries.initdb, ['-D', aside, '--data-checksums', ...locale, ...access], {
    ...place.account,
    cwd: place.home,
    env: bareEnvironment,
  }).catch((error: Error & { stderr?: string }) => {
    const said = fatalLines(error.stderr ?? '')[0] ?? error.message;
    throw new Fault(`The embedded PostgreSQL could not be set up in ${place.home}: ${said}`);
  });
  await rm(passwordFile);
  await rename(aside, place.cluster);
}

/** That it is starting up or shutting down is what it says to whoever asks too early or too late, and no reason. */
const fatalLines = (text: string): string[] =>
  text.split('\n').filter((line) => /FATAL|PANIC|error/i.test(line) && !/database system is/.test(line));

class Cluster {
  readonly #settings: string[];
  #lease: pg.Client | undefined;
  #started = false;
  /** When the start under way began, in milliseconds since 1970. */
  #begun = 0;
  #stopping = false;

  constructor(
    private readonly place: Place,
    private readonly binaries: Binaries,
    private readonly sockets: string,
    private readonly secret: string,
    private readonly options: EmbeddedOptions,
  ) {
    const settings = {
      listen_addresses: '',
      unix_socket_directories: sockets,
      unix_socket_permissions: '0700',
      port: String(port),
      max_connections: String(connectionsFor(options.webProcesses ?? 0)),
      logging_collector: 'on',
      log_directory: path.join(place.home, 'log'),
      log_filename: 'postgresql-%a.log',
      log_truncate_on_rotation: 'on',
      log_rotation_age: '1d',
      log_rotation_size: '0',
      // A statement's parameters may hold what must never be logged.
      log_parameter_max_length_on_error: '0',
      timezone: 'UTC',
      ...options.settings,
    };
    this.#settings = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  }

  async open(): Promise<Postgres> {
    const { stdout } = await run(this.binaries.postgres, ['--version'], {
      ...this.place.account,
      cwd: '/',
      env: bareEnvironment,
    });
    await checkVersion(this.place.cluster, /(\d+)/.exec(stdout)?.[1] ?? '');
    if (await this.#running()) await this.#join();
    else await this.#start();
    await this.#createDatabase();
    return { url: this.#url('imprimatur'), admit: () => this.#admit(), stop: () => this.#stop() };
  }

  #url(database: string, user = owner, password = this.secret): string {
    return `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(this.sockets)}&port=${port}`;
  }

  /** The role's password follows from the owner's, so that there is no other secret to keep. */
  async #admit(): Promise<string> {
    const password = createHmac('sha256', this.secret).update(applicationRole).digest('base64url');
    const url = this.#url('imprimatur', applicationRole, password);
    if (!(await canLogIn(url)))
      await this.#leased().query(`
        begin;
        select pg_advisory_xact_lock(${admitKey});
        alter role ${applicationRole} login password '${password}';
        commit`);
    return url;
  }

  /** The postmaster's process number, where it is alive and really this cluster's. */
  async #running(): Promise<number | undefined> {
    const pid = await recordedPostmaster(this.place.cluster);
    if (!pid) return undefined;
    return (await processesOf(this.place.cluster)).includes(pid) ? pid : undefined;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.#url('postgres'), application_name: 'imprimatur lease' });
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    return client;
  }

  async #take(client: pg.Client, kind: 'exclusive' | 'shared'): Promise<boolean> {
    const call = kind === 'exclusive' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
    const { rows } = await client.query<{ taken: boolean }>(`select ${call}($1) as taken`, [leaseKey]);
    return rows[0]?.taken === true;
  }

  /** A PostgreSQL already runs here: a tool works beside its server; a server takes over only what nobody uses. */
  async #join(): Promise<void> {
    const client = await this.#connectWithin(30_000);
    if (this.options.use === 'tool') {
      await this.#take(client, 'shared');
      this.#lease = client;
      return;
    }
    const free = await this.#take(client, 'exclusive');
    await client.end();
    if (!free) {
      throw new Fault(
        `${this.options.dataDir} is in use by another Imprimatur process: stop that one first, or set another DATA_DIR.`,
      );
    }
    this.options.report?.('a PostgreSQL server left over from an earlier run is being stopped');
    await this.#shutDown();
    await this.#start();
  }

  async #start(): Promise<void> {
    await this.#clearRemains();
    this.#begun = Date.now();
    const log = await open(path.join(this.options.dataDir, 'postgres-start.log'), 'w', 0o600);
    const child = spawn(this.binaries.postgres, ['-D', this.place.cluster, ...this.#settings], {
      ...this.place.account,
      cwd: this.place.cluster,
      env: bareEnvironment,
      // A session of its own: Ctrl-C in the terminal must reach us alone, since we stop PostgreSQL last.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    let exited = false;
    const spawned = new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.once('exit', () => (exited = true));
    await spawned;
    child.unref();
    await log.close();
    const client = await this.#connectWithin(60_000, () => exited).catch(async (error: unknown) => {
      await this.#shutDown();
      throw error;
    });
    const taken = await this.#take(client, this.options.use === 'server' ? 'exclusive' : 'shared');
    if (!taken || exited) {
      await client.end();
      throw new Fault(`${this.options.dataDir} is in use by another Imprimatur process, which started just now.`);
    }
    this.#lease = client;
    this.#started = true;
    child.once('exit', (code, cause) => void this.#revive(cause ?? `code ${code}`));
  }

  /** The server process died under us: bring it back, so that the connections of the pool come back too. */
  async #revive(cause: string): Promise<void> {
    if (this.#stopping) return;
    this.options.report?.(`PostgreSQL ended unexpectedly (${cause}) and is being started again`);
    await this.#lease?.end().catch(() => undefined);
    for (let attempt = 1; !this.#stopping; attempt++) {
      try {
        return await this.#start();
      } catch (error) {
        this.options.report?.(`PostgreSQL did not start (${String(error)})`);
        await sleep(Math.min(attempt * 500, 10_000));
      }
    }
  }

  /** After a crash: wait for the last processes to notice it, then remove the lock files that name a process of the past. */
  async #clearRemains(): Promise<void> {
    const empty = async () => (await processesOf(this.place.cluster)).length === 0;
    if (!(await waitUntil(empty, 10_000))) {
      for (const pid of await processesOf(this.place.cluster)) signal(pid, 'SIGQUIT');
      await waitUntil(empty, 10_000);
    }
    if (await this.#running()) return;
    await rm(path.join(this.place.cluster, 'postmaster.pid'), { force: true });
    await rm(path.join(this.sockets, `.s.PGSQL.${port}.lock`), { force: true });
  }

  async #connectWithin(ms: number, given: () => boolean = () => false): Promise<pg.Client> {
    const end = performance.now() + ms;
    for (;;) {
      try {
        return await this.#connect();
      } catch (error) {
        if (isWrongPassword(error)) {
          const file = path.join(this.options.dataDir, secretName);
          throw new Fault(
            `The password in ${file} is not that of the database in ${this.place.cluster}: put back the two of the same backup.`,
          );
        }
        if (given() || performance.now() > end) {
          throw new Fault(`The embedded PostgreSQL did not start: ${await this.#lastWords(error)}`);
        }
        await sleep(10);
      }
    }
  }

  /** Its own reason: before its log is open in one file, from then on in that folder, beside the days before. */
  async #lastWords(error: unknown): Promise<string> {
    const folder = path.join(this.place.home, 'log');
    const start = path.join(this.options.dataDir, 'postgres-start.log');
    const files = [start];
    for (const name of await readdir(folder).catch(() => [])) {
      const file = path.join(folder, name);
      if ((await stat(file)).mtimeMs >= this.#begun) files.push(file);
    }
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
    const own = texts.map((text, n) => (n === 0 ? text : text.slice(text.lastIndexOf('starting PostgreSQL'))));
    const said = [fatalLines(own.join('\n')).at(-1), own[0]?.trim().split('\n').at(-1)];
    return said.find(Boolean) ?? (error instanceof Error ? error.message : String(error));
  }

  async #createDatabase(): Promise<void> {
    const { rowCount } = await this.#leased().query(`select from pg_database where datname = 'imprimatur'`);
    if (rowCount) return;
    await this.#leased()
      .query('create database imprimatur')
      .catch((error: pg.DatabaseError) => {
        // Another tool made it at the same moment.
        if (error.code !== '42P04' && error.code !== '23505') throw error;
      });
  }

  #leased(): pg.Client {
    if (!this.#lease) throw new Error('The cluster is not open.');
    return this.#lease;
  }

  async #stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    // A tool that is not the last one leaves the server to the others.
    const last = this.#started && (await this.#take(this.#leased(), 'exclusive').catch(() => true));
    await this.#lease?.end().catch(() => undefined);
    if (last) await this.#shutDown();
  }

  /** Fast shutdown: open transactions are rolled back, everything is written down. */
  async #shutDown(): Promise<void> {
    const pid = await this.#running();
    if (!pid) return;
    signal(pid, 'SIGINT');
    const gone = async () => !(await this.#running());
    if (await waitUntil(gone, 60_000)) return;
    signal(pid, 'SIGQUIT');
    await waitUntil(gone, 10_000);
  }
}

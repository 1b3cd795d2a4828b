import { execFile, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { Fault } from '../fault.ts';
import { bareEnvironment, findBinaries, type Binaries } from './binaries.ts';
import { initialise, owner } from './initialise.ts';
import { lastWords } from './startup-error.ts';
import { canLogIn, isAwaited, isWrongPassword } from '#app/database/role-login.ts';
import { checkVersion, preparePlace, socketFolder, type Place } from './place.ts';
import { processesOf, runningPostmaster, signal, waitUntil } from './processes.ts';
import { applicationRole, connectionsEach } from '#app/database/pool.ts';
import { clearRemains } from './stale-locks.ts';
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

/** The file of the owner's password, in `dataDir`. */
const secretName = 'postgres.secret';
const port = 5432;
/** Any number will do: the lease on the cluster, in the database `postgres`. */
const leaseKey = 4_711_000_001;
/** Held by whoever is about to stop the server, from before it makes sure of the lease. */
const stopKey = 4_711_000_006;
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

/** Another process stopped or started the server at that very moment: what there is to do is another thing now. */
class Meanwhile extends Fault {}

/** A start that ends sooner is tried again, this often: another may have been in its place, or have taken the folder of its socket away. */
const soon = { ms: 10_000, tries: 5 };

class Cluster {
  readonly #settings: string[];
  #lease: pg.Client | undefined;
  /** The process that we started. */
  #started: number | undefined;
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
    await this.#enter();
    return { url: this.#url('imprimatur'), admit: () => this.#admit(), stop: () => this.#stop() };
  }

  /** Joins the server that runs here, or starts one. */
  async #enter(): Promise<void> {
    for (let left = soon.tries; ; left -= 1) {
      const pid = await this.#running();
      try {
        if (pid) await this.#join(pid);
        else await this.#start();
        return await this.#createDatabase();
      } catch (error) {
        // What breaks off as we join is a server that is being stopped.
        const again = error instanceof Meanwhile || (pid !== undefined && !(error instanceof Fault));
        if (!again || left === 0) throw error;
        await this.#lease?.end().catch(() => undefined);
        await sleep(50 + Math.random() * 100);
      }
    }
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

  #running = (): Promise<number | undefined> => runningPostmaster(this.place.cluster);

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
  async #join(pid: number): Promise<void> {
    const gone = async () => (await this.#running()) !== pid;
    const client = await this.#connectWithin(30_000, gone);
    this.#lease = client;
    const { use, dataDir } = this.options;
    const taken = await this.#take(client, use === 'server' ? 'exclusive' : 'shared');
    if (!taken && (await this.#isBeingStopped(client)))
      throw new Meanwhile(`${dataDir} is being left by another process.`);
    if (use === 'tool') return;
    await client.end();
    if (!taken) {
      throw new Fault(
        `${dataDir} is in use by another Imprimatur process: stop that one first, or set another DATA_DIR.`,
      );
    }
    this.options.report?.('a PostgreSQL server left over from an earlier run is being stopped');
    await this.#shutDown(pid);
    await this.#start();
  }

  async #start(): Promise<void> {
    const locks = [path.join(this.place.cluster, 'postmaster.pid'), path.join(this.sockets, `.s.PGSQL.${port}.lock`)];
    if (!(await clearRemains(this.place.cluster, locks))) throw new Meanwhile(this.#justStarted());
    // Whoever stopped the one before has taken it along.
    await socketFolder(this.place);
    this.#begun = Date.now();
    // Two that start at once add to it: neither writes over what the other has to say.
    const anew = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_APPEND;
    const log = await open(this.#startLog(), anew, 0o600);
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
      if (!exited) await this.#shutDown(child.pid!);
      throw error;
    });
    const kind = this.options.use === 'server' ? 'exclusive' : 'shared';
    const taken = await this.#take(client, kind).catch(() => false);
    // Who answers may be another's, which ours has yet to find in its place.
    if (!taken || exited || (await this.#running()) !== child.pid) {
      await client.end();
      throw new Meanwhile(this.#justStarted());
    }
    this.#lease = client;
    this.#started = child.pid;
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

  /** Waits for as long as it is still recovering, or stopping; `given` says that nothing is to be waited for any more. */
  async #connectWithin(ms: number, given: () => boolean | Promise<boolean>): Promise<pg.Client> {
    let end = performance.now() + ms;
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
        if (isAwaited(error)) end = performance.now() + ms;
        const over = await given();
        if (over || performance.now() > end) throw await this.#whyNot(error, over);
        await sleep(10);
      }
    }
  }

  /** `over`: that it ended, or another came in its place. */
  async #whyNot(error: unknown, over: boolean): Promise<Fault> {
    if (over && this.#begun === 0) return new Meanwhile('The embedded PostgreSQL was stopped at that moment.');
    // Its log is written by a process of its own, which ends after it.
    if (over) await waitUntil(async () => (await processesOf(this.place.cluster)).length === 0, 1000);
    const said = await lastWords(this.#startLog(), path.join(this.place.home, 'log'), this.#begun);
    const sentence = `The embedded PostgreSQL did not start: ${said ?? String(error)}`;
    return over && Date.now() - this.#begun < soon.ms ? new Meanwhile(sentence) : new Fault(sentence);
  }

  #justStarted = (): string =>
    `${this.options.dataDir} is in use by another Imprimatur process, which started just now.`;

  #startLog = (): string => path.join(this.options.dataDir, 'postgres-start.log');

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

  /** The last one stops the server, whoever started it; others leave it to the last one. */
  async #stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    const pid = await this.#running();
    // Without a lease any more: the one that we started is still ours to stop.
    const last = await this.#isLast().catch(() => pid === this.#started);
    if (pid && last) await this.#shutDown(pid);
    // Kept until then, so that nobody joins what is about to end.
    await this.#lease?.end().catch(() => undefined);
    // Where there is a socket in it again, of whoever came meanwhile, it stays; whoever comes later makes it anew.
    if (pid && last) await rmdir(this.sockets).catch(() => undefined);
  }

  /** Of several that end at once, each has given up its own lease before it asks, and they ask in turn: one of them is the last. */
  async #isLast(): Promise<boolean> {
    const lease = this.#leased();
    if (this.options.use === 'tool') await lease.query('select pg_advisory_unlock_all()');
    await lease.query('select pg_advisory_lock($1)', [stopKey]);
    return await this.#take(lease, 'exclusive');
  }

  async #isBeingStopped(client: pg.Client): Promise<boolean> {
    const ask = 'select pg_try_advisory_lock_shared($1) as free, pg_advisory_unlock_shared($1)';
    const { rows } = await client.query<{ free: boolean }>(ask, [stopKey]);
    return rows[0]?.free !== true;
  }

  /** Fast shutdown: open transactions are rolled back, everything is written down. */
  async #shutDown(pid: number): Promise<void> {
    signal(pid, 'SIGINT');
    const gone = async () => !(await processesOf(this.place.cluster)).includes(pid);
    if (await waitUntil(gone, 60_000)) return;
    signal(pid, 'SIGQUIT');
    await waitUntil(gone, 10_000);
  }
}

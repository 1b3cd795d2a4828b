import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { applicationRole, connectionsPerProcess } from '#app/adapters/database/pool.ts';
import type { Postgres } from '#app/adapters/database/reachable.ts';
import { canLogIn, isStarting, isWrongPassword } from '#app/adapters/database/role-login.ts';
import { Fault } from '../environment/fault.ts';
import { secretFile } from '../secrets/secret-file.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import {
  fatalLines,
  initialise,
  owner,
  port,
  type PostgresGuard,
  runningPostmaster,
  type Settings,
  shutDown,
  spawnPostgres,
} from './cluster.ts';
import { exclusively } from '../environment/file-lock.ts';
import { type Place, preparePlace } from './place.ts';

export interface EmbeddedOptions {
  dataDir: string;
  /** A server owns the cluster alone; a tool shares it with a running server or starts it while it works. */
  use: 'server' | 'tool';
  /** How many processes answer requests, each with connections of its own. */
  webProcesses?: number;
  /** PostgreSQL settings over our own, for instance `fsync: 'off'` in tests. */
  settings?: Settings;
  /** Receives what happens to the PostgreSQL process, as an event for the log. */
  report?: (event: string, fields?: object) => void;
}

/** The advisory lock on the cluster, in the database `postgres`. A server holds it alone, tools share it. */
const useKey = 4_711_000_001;

/** Starts the embedded PostgreSQL in `dataDir`, or joins the one that runs there. Throws a `Fault` with a sentence. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Postgres> {
  const { dataDir } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  return await exclusively(lockOf(dataDir), async () => {
    const place = await preparePlace(dataDir);
    const binaries = await findBinaries(place.account, place.home);
    const made = await readFile(path.join(place.cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
    const file = path.join(dataDir, 'postgres.secret');
    if (made && !(await stat(file).catch(() => undefined)))
      throw new Fault(`${file} is missing: the database in ${place.cluster} cannot be opened without it.`);
    const secret = await secretFile(file, () => randomBytes(32).toString('base64url'));
    if (secret === '') throw new Fault(`The password in ${file} is damaged: put it back from a backup.`);
    if (!made) await initialise(place, binaries, secret);
    else if (made.trim() !== binaries.version)
      throw new Fault(
        `The database was made by PostgreSQL ${made.trim()} and this release brings ${binaries.version}: ` +
          `carry the data over as the chapter "Upgrade" of docs/operations.md says.`,
      );
    const embedded = new Embedded(place, binaries, secret, options);
    await embedded.open();
    return embedded;
  });
}

/** One process at a time starts or stops the server. */
const lockOf = (dataDir: string): string => path.join(dataDir, 'postgres.lock');

class Embedded implements Postgres {
  readonly url: string;
  /** The connection that holds the advisory lock. */
  #use: pg.Client | undefined;
  #stopping = false;
  /** Of the PostgreSQL that this process started. */
  #guard: PostgresGuard | undefined;

  constructor(
    private readonly place: Place,
    private readonly binaries: Binaries,
    private readonly secret: string,
    private readonly options: EmbeddedOptions,
  ) {
    this.url = this.#url('imprimatur');
  }

  #url(database: string, user = owner, password = this.secret): string {
    return `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(this.place.sockets)}&port=${port}`;
  }

  /** Joins the server that runs here, or starts one. Under the lock. */
  async open(): Promise<void> {
    const { use, dataDir, report } = this.options;
    const running = () => runningPostmaster(this.place.cluster);
    const pid = await running();
    const client = pid && (await this.#connect(async () => (await running()) !== pid));
    if (client && use === 'tool') {
      this.#use = client;
      await this.#take(client, 'shared');
    } else if (client) {
      const isFree = await this.#take(client, 'alone');
      await client.end();
      if (!isFree)
        throw new Fault(
          `${dataDir} is in use by another Imprimatur process: stop that one first, or set another DATA_DIR.`,
        );
      report?.('postgres.left_over_stopped');
      await shutDown(this.place);
    }
    if (!this.#use) await this.#start();
    const { rowCount } = await this.#use!.query(`select from pg_database where datname = 'imprimatur'`);
    if (!rowCount) await this.#use!.query('create database imprimatur');
  }

  /** The role's password is derived from the owner's, so that there is no other secret to store. */
  async applicationUrl(): Promise<string> {
    const password = createHmac('sha256', this.secret).update(applicationRole).digest('base64url');
    const url = this.#url('imprimatur', applicationRole, password);
    return await exclusively(lockOf(this.options.dataDir), async () => {
      if (!(await canLogIn(url))) await this.#use!.query(`alter role ${applicationRole} login password '${password}'`);
      return url;
    });
  }

  async stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    await exclusively(lockOf(this.options.dataDir), async () => {
      const { use } = this.options;
      if (use === 'tool') await this.#use!.query('select pg_advisory_unlock_all()').catch(() => undefined);
      const isLast = await this.#take(this.#use!, 'alone').catch(() => use === 'server');
      await this.#use!.end().catch(() => undefined);
      if (isLast) await shutDown(this.place);
      this.#guard?.release();
    });
  }

  async #start(): Promise<void> {
    const startLog = path.join(this.options.dataDir, 'postgres-start.log');
    // All pools at once, with room for jobs, a report and the tools of the command line.
    const connections = Math.max(200, connectionsPerProcess * ((this.options.webProcesses ?? 0) + 1) + 80);
    const settings = { max_connections: String(connections), ...this.options.settings };
    const { ended, guard } = await spawnPostgres(this.place, this.binaries, settings, startLog);
    this.#guard = guard;
    let hasEnded = false;
    void ended.then(() => (hasEnded = true));
    const client = await this.#connect(() => hasEnded).catch(async (error: unknown) => {
      await shutDown(this.place);
      throw error;
    });
    const log = path.join(this.place.home, 'log');
    const reason = client ? '' : (fatalLines(await readFile(startLog, 'utf8')).at(-1) ?? `its log is in ${log}`);
    if (!client) throw new Fault(`The embedded PostgreSQL did not start: ${reason}`);
    await this.#take(client, this.options.use === 'server' ? 'alone' : 'shared');
    this.#use = client;
    void ended.then((cause) => this.#restart(cause));
  }

  /** PostgreSQL ended under us: it is started again, so that the connections of the pools come back. */
  async #restart(cause: string): Promise<void> {
    for (let attempt = 1; !this.#stopping; attempt++) {
      this.options.report?.('postgres.ended_unexpectedly', { cause, attempt });
      await this.#use?.end().catch(() => undefined);
      this.#use = undefined;
      try {
        return await exclusively(lockOf(this.options.dataDir), async () => {
          if (!this.#stopping) await this.open();
        });
      } catch (error) {
        this.options.report?.('postgres.start_failed', { reason: String(error) });
        await sleep(Math.min(attempt * 500, 10_000));
      }
    }
  }

  /** Waits for as long as PostgreSQL is starting or stopping; undefined: it has ended. */
  async #connect(hasEnded: () => boolean | Promise<boolean>): Promise<pg.Client | undefined> {
    for (let end = performance.now() + 60_000; ; await sleep(10)) {
      const client = new pg.Client({ connectionString: this.#url('postgres'), application_name: 'imprimatur lock' });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return client;
      } catch (error) {
        // Nothing is connected that could be ended: `end` writes to a closed socket, for an error whose stack takes
        // half a second to read.
        if (isWrongPassword(error))
          throw new Fault(
            `The password in ${this.options.dataDir}/postgres.secret is not that of the database ` +
              `in ${this.place.cluster}: put back the two of the same backup.`,
          );
        if (await hasEnded()) return undefined;
        if (isStarting(error)) end = performance.now() + 60_000;
        else if (performance.now() > end) throw new Fault(`The embedded PostgreSQL does not answer: ${String(error)}`);
      }
    }
  }

  async #take(client: pg.Client, kind: 'alone' | 'shared'): Promise<boolean> {
    const call = kind === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
    const { rows } = await client.query<{ taken: boolean }>(`select ${call}($1) as taken`, [useKey]);
    return rows[0]?.taken === true;
  }
}

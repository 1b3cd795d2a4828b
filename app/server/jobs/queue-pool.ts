import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** PostgreSQL's code while it starts: the queue retries after it, with a growing pause. */
const cannotConnectNow = '57P03';

const stateOf = (error: unknown): string => (error instanceof pg.DatabaseError ? (error.code ?? '') : '');

/** Whether the database answered with an error other than one of the connection (SQLSTATE classes 08 and 57P). */
const isAnswer = (error: unknown): boolean => stateOf(error) !== '' && !/^(?:08|57P)/.test(stateOf(error));

/** A full disk, too little memory, a device that fails: the same statement can succeed later. */
const lacksResources = (error: unknown): boolean => /^(?:53|58)/.test(stateOf(error));

const connectionLost = (cause: unknown): Error =>
  Object.assign(new Error('The connection to the database was lost.', { cause }), { code: cannotConnectNow });

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

const nothing = { rows: [], rowCount: 0, fields: [], command: '', oid: 0 };

/**
 * The queue's connections. Graphile Worker records a job's end without awaiting it and retries few errors a limited
 * number of times, so that a full disk or a restart of the database at that moment would end the process. Here its
 * statements wait until the database can carry them out.
 */
export class QueuePool extends pg.Pool {
  readonly #stopped = new AbortController();

  /** `pause`: milliseconds before a statement is tried again. */
  constructor(
    options: pg.PoolConfig,
    private readonly pause = 2_000,
  ) {
    super(options);
    this.on('connect', (client) => {
      client.on('error', () => undefined);
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      // None of the queue's statements is part of a transaction of several.
      const retry = async (error: unknown, args: unknown[]): Promise<unknown> => {
        if (!isAnswer(error)) this.#throwLost(error);
        if (!lacksResources(error)) throw error;
        // The job stays locked; the next start frees it.
        if (!(await this.#wait())) return nothing;
        return (query(...args) as Promise<unknown>).catch((next: unknown) => retry(next, args));
      };
      client.query = ((...args: unknown[]) => {
        const answer = query(...args);
        return answer instanceof Promise ? answer.catch((error: unknown) => retry(error, args)) : answer;
      }) as typeof client.query;
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback) return super.connect(callback);
    return this.#connect();
  }

  /** Called before the queue stops: it does not wait for a lost database. */
  stopRetrying(): void {
    this.#stopped.abort();
  }

  /** A refused connection has many codes: 55000, for one, where the database accepts none at the moment. */
  async #connect(): Promise<pg.PoolClient> {
    for (;;)
      try {
        return await super.connect();
      } catch (error) {
        if (!(await this.#wait())) throw error;
      }
  }

  /** False once the queue stops. */
  async #wait(): Promise<boolean> {
    const { signal } = this.#stopped;
    await sleep(this.pause, undefined, { signal }).catch(() => undefined);
    return !signal.aborted;
  }

  #throwLost(error: unknown): never {
    throw this.#stopped.signal.aborted ? error : connectionLost(error);
  }
}

import pg from 'pg';

/** PostgreSQL's code while it starts: the queue retries after it, with a growing pause. */
const cannotConnectNow = '57P03';

/** Whether the database answered with an error other than one of the connection (SQLSTATE classes 08 and 57P). */
const isAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && !/^(?:08|57P)/.test(error.code);

const connectionLost = (cause: unknown): Error =>
  Object.assign(new Error('The connection to the database was lost.', { cause }), { code: cannotConnectNow });

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/**
 * The queue's connections. Graphile Worker records a job's end without awaiting it and retries few errors, so that a
 * database restart at that moment would end the process: every lost connection becomes an error that it retries.
 */
export class QueuePool extends pg.Pool {
  #retries = true;

  constructor(options: pg.PoolConfig) {
    super(options);
    this.on('connect', (client) => {
      client.on('error', () => undefined);
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      client.query = ((...args: unknown[]) => {
        const answer = query(...args);
        return answer instanceof Promise ? answer.catch((error: unknown) => this.#throwLostOr(error)) : answer;
      }) as typeof client.query;
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback) return super.connect(callback);
    // A refused connection has many codes: 55000, for one, where the database accepts none at the moment.
    return super.connect().catch((error: unknown) => this.#throwLost(error));
  }

  /** Called before the queue stops: it does not wait for a lost database. */
  stopRetrying(): void {
    this.#retries = false;
  }

  #throwLostOr(error: unknown): never {
    if (isAnswer(error)) throw error;
    this.#throwLost(error);
  }

  #throwLost(error: unknown): never {
    throw this.#retries ? connectionLost(error) : error;
  }
}

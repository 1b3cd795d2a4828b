import pg from 'pg';

/** What PostgreSQL says while it starts: the queue asks again after it, with a growing pause. */
const cannotConnectNow = '57P03';

/** An answer of the database's own that has nothing to do with the connection (classes 08 and 57P of SQLSTATE have). */
const isAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && !/^(?:08|57P)/.test(error.code);

const connectionLost = (cause: unknown): Error =>
  Object.assign(new Error('The connection to the database was lost.', { cause }), { code: cannotConnectNow });

type Told = Parameters<pg.Pool['connect']>[0];

/**
 * The queue's connections. The queue library notes the end of a job without waiting for it, and tries again after few errors: a connection
 * that was lost at that moment, as when the database is restarted, would reject with nobody there to hear it, and so end the process.
 */
export class QueuePool extends pg.Pool {
  #waits = true;

  constructor(options: pg.PoolConfig) {
    super(options);
    this.on('connect', (client) => {
      client.on('error', () => undefined);
      const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
      client.query = ((...asked: unknown[]) => {
        const answer = query(...asked);
        return answer instanceof Promise ? answer.catch((error: unknown) => this.#heed(error)) : answer;
      }) as typeof client.query;
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(told: Told): void;
  override connect(told?: Told): Promise<pg.PoolClient> | void {
    if (told) return super.connect(told);
    return super.connect().catch((error: unknown) => {
      throw this.#waits ? connectionLost(error) : error;
    });
  }

  /** Before the queue stops: a database that is gone is not waited for any more. */
  giveUp(): void {
    this.#waits = false;
  }

  #heed(error: unknown): never {
    throw this.#waits && !isAnswer(error) ? connectionLost(error) : error;
  }
}

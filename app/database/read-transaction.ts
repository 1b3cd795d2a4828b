import {
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { Pool, PoolClient, QueryResultRow } from 'pg';

interface Begun {
  client: PoolClient;
  /** Rejects where the transaction could not be begun. */
  began: Promise<unknown>;
}

/**
 * A transaction that only reads, and that begins with its first statement, or not at all where nothing is asked. `begin` is the text that
 * begins it; `end` is to be called once. On a pool that pipelines, what is asked at once is one round trip, the beginning included.
 */
export class Moment<Tables> {
  /** Every statement of it is the transaction's. */
  readonly db: Kysely<Tables>;
  #begun: Promise<Begun> | undefined;
  #over = false;

  constructor(
    private readonly pool: Pool,
    private readonly begin: string,
  ) {
    const connection: DatabaseConnection = {
      executeQuery: <R>(statement: CompiledQuery) => this.#execute(statement) as Promise<QueryResult<R>>,
      streamQuery: () => {
        throw new Error('A moment is asked statement by statement.');
      },
    };
    this.db = new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new OneConnection(connection),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    });
  }

  /** Ends what was begun. Nobody waits for it: what was read is there already, and the connection goes back to its pool by itself. */
  end(): void {
    this.#over = true;
    void this.#begun?.then(
      ({ client }) =>
        client.query('commit').then(
          () => client.release(),
          // One that cannot even end what it began is broken.
          (error: Error) => client.release(error),
        ),
      () => undefined,
    );
  }

  async #execute({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<QueryResultRow>> {
    this.#refuseLater();
    const { client, began } = await (this.#begun ??= this.#beginning());
    this.#refuseLater();
    const statement = { text, values: [...parameters] };
    const [{ rows }] = await Promise.all([client.query<QueryResultRow>(statement), began]);
    return { rows };
  }

  /** Its connection may be in the middle of another organisation's transaction by then. */
  #refuseLater(): void {
    if (this.#over) throw new Error('The moment is over.');
  }

  async #beginning(): Promise<Begun> {
    const client = await this.pool.connect();
    const began = client.query(this.begin);
    // Whoever asked may be refused by now, and then nobody is left to hear of it: what nobody hears of would end the process.
    began.catch(() => undefined);
    return { client, began };
  }
}

/** Hands the same connection out to everybody who asks. */
class OneConnection implements Driver {
  constructor(private readonly connection: DatabaseConnection) {}

  init = async (): Promise<void> => undefined;
  acquireConnection = async (): Promise<DatabaseConnection> => this.connection;
  releaseConnection = async (): Promise<void> => undefined;
  destroy = async (): Promise<void> => undefined;
  beginTransaction = () => Promise.reject(new Error('A moment is a transaction already.'));
  commitTransaction = this.beginTransaction;
  rollbackTransaction = this.beginTransaction;
}

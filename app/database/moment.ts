import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
} from 'kysely';

/**
 * A transaction that begins with its first statement, and not at all where nothing is asked. `begin` is the text that begins it; `end`
 * is to be called once, with what becomes of it.
 */
export class Moment<Tables> {
  /** Every statement of it is the transaction's, one after the other. */
  readonly db: Kysely<Tables>;
  #connection: Promise<Kysely<Tables>> | undefined;
  #over: Promise<void> | undefined;
  #finish: (how: 'commit' | 'rollback') => void = () => undefined;

  constructor(
    private readonly kysely: Kysely<Tables>,
    private readonly begin: string,
  ) {
    const connection: DatabaseConnection = {
      executeQuery: async (statement) => (await this.#begun()).executeQuery(statement as CompiledQuery<never>),
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

  /** Ends what was begun; resolves when the connection is back in its pool. Throws where what was done cannot be committed. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    this.#finish(how);
    await this.#over;
  }

  #begun(): Promise<Kysely<Tables>> {
    this.#connection ??= new Promise((resolve, reject) => {
      const finished = new Promise<'commit' | 'rollback'>((finish) => (this.#finish = finish));
      this.#over = this.kysely.connection().execute(async (connection) => {
        await connection.executeQuery(CompiledQuery.raw(this.begin));
        resolve(connection);
        const how = await finished;
        await connection.executeQuery(CompiledQuery.raw(how));
      });
      this.#over.catch(reject);
    });
    return this.#connection;
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

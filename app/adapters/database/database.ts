import { CompiledQuery, Kysely, type KyselyPlugin, PostgresDialect, sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { carryOrganisation } from './own-organisation.ts';
import { readPast, type ReadPast } from './past.ts';
import { createPool, type PoolOptions } from './pool.ts';
import type { Database as Tables } from './schema.ts';

export interface TransactionOptions {
  readOnly?: boolean;
  /** `repeatable read`: every statement sees the same state. Default: `read committed`. */
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
}

export interface Database {
  pool: Pool;
  /** Outside any organisation: row-level security shows it no organisation's row. */
  kysely: Kysely<Tables>;
  /**
   * Runs `work` in a transaction that sees one organisation alone (its uid), by row-level security and by what each
   * query carries; commits what it returns, rolls back what it throws. Refuses statements once it is over.
   */
  tenant<T>(org: string, work: (trx: Kysely<Tables>) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Runs `work` in a `tenant` transaction that only reads, every statement the same state. `position`: how many events
   * the organisation's ledger has in that state, in decimal.
   */
  read<T>(org: string, work: (trx: Kysely<Tables>, position: () => Promise<string>) => Promise<T>): Promise<T>;
  /**
   * Runs `work` on the organisation as it was at a ledger position (decimal text): the same queries see what was there.
   */
  past: ReadPast;
  /** Runs `work` on two connections of its own, which see no organisation yet and are closed afterwards: for COPY. */
  copyConnections<T>(work: (one: PoolClient, other: PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Opens the pool; nothing is connected until the first query. */
export function createDatabase(options: PoolOptions): Database {
  const pool = createPool(options);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const tenant: Database['tenant'] = (org, work, choice) =>
    kysely.connection().execute((connection) => transaction(connection, org, choice, work));
  const copyConnections: Database['copyConnections'] = async (work) => {
    const own = createPool({ ...options, max: 2 });
    const clients: PoolClient[] = [];
    try {
      for (let n = 0; n < 2; n++) clients.push(await own.connect());
      return await work(clients[0]!, clients[1]!);
    } finally {
      for (const client of clients) client.release(true);
      await own.end();
    }
  };
  return {
    pool,
    kysely,
    tenant,
    read(org, work) {
      let position: Promise<string> | undefined;
      const reading = (trx: Kysely<Tables>) => work(trx, () => (position ??= positionOf(trx, org)));
      return tenant(org, reading, { readOnly: true, isolation: 'repeatable read' });
    },
    past: readPast(copyConnections),
    copyConnections,
    // Kysely does not end a pool that it was never asked through.
    close: () => pool.end(),
  };
}

/** BEGIN and the organisation in one message: one round trip for every transaction of the product. */
function beginning(org: string, options: TransactionOptions = {}): string {
  // A message of several statements takes no parameters, so the uid is checked here.
  if (!uuid.test(org)) throw new Error('An organisation is named by its uid.');
  const access = options.readOnly ? 'read only' : 'read write';
  const isolation = options.isolation ?? 'read committed';
  return `begin isolation level ${isolation} ${access}; select set_config('imprimatur.org', '${org}', true)`;
}

async function positionOf(db: Kysely<Tables>, org: string): Promise<string> {
  const { rows } = await sql<{ size: string }>`select size from ledger.head where org_id = ${org}`.execute(db);
  return rows[0]?.size ?? '0';
}

async function transaction<T>(
  connection: Kysely<Tables>,
  org: string,
  choice: TransactionOptions | undefined,
  work: (trx: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  let isOver = false;
  // A later statement could run in another organisation's transaction on the same connection.
  const refuseLater: KyselyPlugin = {
    transformQuery({ node }) {
      if (isOver) throw new Error('The transaction is over.');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await connection.executeQuery(CompiledQuery.raw(beginning(org, choice)));
  let result: T;
  try {
    result = await work(connection.withPlugin(refuseLater).withPlugin(carryOrganisation(org)));
  } catch (error) {
    isOver = true;
    // A rollback that fails leaves a broken connection, which the pool drops; the first error is the one to report.
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
    throw error;
  }
  isOver = true;
  await connection.executeQuery(CompiledQuery.raw('commit'));
  return result;
}

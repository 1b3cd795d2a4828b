import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { Moment } from './read-transaction.ts';
import { createPool, type PoolOptions } from './pool.ts';
import type { Database as Tables } from './schema.ts';

export interface TenantOptions {
  readOnly?: boolean;
  /** `repeatable read`: every statement sees the same moment. Default: `read committed`. */
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
}

export interface Database {
  pool: Pool;
  /** Outside any organisation: row-level security shows it no organisation's row. */
  kysely: Kysely<Tables>;
  /**
   * Runs `work` in a transaction that sees one organisation alone (its uid); commits what it returns, rolls back what it
   * throws. The handle is one connection: do not keep it, do not begin another transaction on it.
   */
  tenant<T>(org: string, work: (trx: Kysely<Tables>) => Promise<T>, options?: TenantOptions): Promise<T>;
  /**
   * A `tenant` transaction that only reads, with every statement seeing the same moment: what queries run in. It begins with the first
   * statement, or when `position` is asked for: how many events the organisation's ledger has at that moment, in decimal. Statements that are
   * asked at once travel together.
   */
  read<T>(org: string, work: (trx: Kysely<Tables>, position: () => Promise<string>) => Promise<T>): Promise<T>;
  /**
   * Runs `work` on two connections that serve nothing else, see no organisation yet and do not pipeline: for COPY. They are closed when it
   * ends, with whatever was set on them.
   */
  apart<T>(work: (one: PoolClient, other: PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Opens the pool; nothing is connected until the first query. */
export function createDatabase(options: PoolOptions): Database {
  const pool = createPool({ ...options, pipelines: true });
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const tenant: Database['tenant'] = (org, work, choice) =>
    kysely.connection().execute((connection) => within(connection, beginning(org, choice), work));
  return {
    pool,
    kysely,
    tenant,
    async read(org, work) {
      const moment = new Moment<Tables>(pool, beginning(org, { readOnly: true, isolation: 'repeatable read' }));
      const { db } = moment;
      let position: Promise<string> | undefined;
      try {
        return await work(db, () => (position ??= positionOf(db, org)));
      } finally {
        moment.end();
      }
    },
    async apart(work) {
      const own = createPool({ ...options, max: 2 });
      const clients: PoolClient[] = [];
      try {
        const [one, other] = [await taken(own, clients), await taken(own, clients)];
        return await work(one, other);
      } finally {
        for (const client of clients) client.release(true);
        await own.end();
      }
    },
    // Kysely leaves a pool open through which it was asked nothing: a program would wait ten seconds for its connections.
    close: () => pool.end(),
  };
}

/** A connection of the pool, which `all` remembers. */
async function taken(pool: Pool, all: PoolClient[]): Promise<PoolClient> {
  const client = await pool.connect();
  all.push(client);
  return client;
}

/** BEGIN and the organisation in one message: one round trip instead of two for every transaction of the product. */
function beginning(org: string, options: TenantOptions = {}): string {
  // The text goes to PostgreSQL as it is, since a message of several statements takes no parameters.
  if (!uuid.test(org)) throw new Error('An organisation is named by its uid.');
  const access = options.readOnly ? 'read only' : 'read write';
  const isolation = options.isolation ?? 'read committed';
  return `begin isolation level ${isolation} ${access}; select set_config('imprimatur.org', '${org}', true)`;
}

async function positionOf(db: Kysely<Tables>, org: string): Promise<string> {
  const { rows } = await sql<{ size: string }>`select size from ledger.head where org_id = ${org}`.execute(db);
  return rows[0]?.size ?? '0';
}

async function within<T>(
  connection: Kysely<Tables>,
  begin: string,
  work: (trx: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  await connection.executeQuery(CompiledQuery.raw(begin));
  let result: T;
  try {
    result = await work(connection);
  } catch (error) {
    // A rollback that fails leaves a broken connection, which the pool drops; the first error is the one to tell.
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
    throw error;
  }
  await connection.executeQuery(CompiledQuery.raw('commit'));
  return result;
}

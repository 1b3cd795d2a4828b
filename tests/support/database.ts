import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createDatabase, type Database } from '#app/adapters/database/database.ts';
import { createPool } from '#app/adapters/database/pool.ts';

/** A migrated, empty database of its own. */
export interface TestDatabase {
  /** The owner's address, as DATABASE_URL would hold it. */
  url: string;
  /** As the product works: role imprimatur_app, bound by grants and row-level security. */
  database: Database;
  /** As the owner, whom nothing binds. */
  owner: pg.Pool;
  /** Ends the connections and keeps the database. */
  disconnect(): Promise<void>;
  close(): Promise<void>;
}

let ofThisWorker: Promise<TestDatabase> | undefined;

/** The database that this worker's test files share, cloned at the first call and dropped with the run. */
export function testDatabase(): Promise<TestDatabase> {
  return (ofThisWorker ??= freshDatabase());
}

/**
 * A further clone, for a test that counts rows over all organisations or damages what it finds. Close it. `template`: a
 * database to which nothing is connected.
 */
export async function freshDatabase({
  name = `test_${randomBytes(8).toString('hex')}`,
  template = 'imprimatur',
} = {}): Promise<TestDatabase> {
  // A copy of the files is a third of the work of writing each page to the log, and nothing here survives a crash.
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const url = inject('templateUrl').replace('/imprimatur?', `/${name}?`);
  const database = createDatabase({ url, as: 'application' });
  const owner = createPool({ url, as: 'owner', max: 4 });
  const disconnect = async () => void (await Promise.all([database.close(), owner.end()]));
  return {
    url,
    database,
    owner,
    disconnect,
    async close() {
      await disconnect();
      await administer(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Cloning needs the template to itself for a moment, so the workers take turns. */
async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('templateUrl').replace('/imprimatur?', '/postgres?') });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(4711000003)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}

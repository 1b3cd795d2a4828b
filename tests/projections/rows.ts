import type pg from 'pg';
import { createLedger, type FullLedger } from '#events/ledger/append/append.ts';
import { afterAll } from 'vitest';
import { freshDatabase, testDatabase, type TestDatabase } from '#tests/support/database.ts';
import { project } from '#projections/registry.ts';
import { readTables, tables } from '#projections/table-keys.ts';

/** A database with the real ledger, every projection, and no jobs, for the tests of one file. */
export async function openLedger({ fresh = false } = {}): Promise<{ db: TestDatabase; ledger: FullLedger }> {
  const db = await (fresh ? freshDatabase() : testDatabase());
  const ledger = createLedger({ pool: db.database.pool, reactions: { tables, project, enqueue: () => [] } });
  afterAll(async () => {
    await ledger.close();
    if (fresh) await db.close();
  });
  return { db, ledger };
}

/** Every row of an organisation, as text that differs where any column does. */
export async function rowsOf(owner: pg.Pool, schema: string, org: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of readTables) {
    const { rows } = await owner.query<{ row: string }>(
      `select t::text as row from "${schema}"."${table}" t where org_id = $1 order by 1`,
      [org],
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

export async function rows<T extends object>(owner: pg.Pool, query: string, ...values: unknown[]): Promise<T[]> {
  return (await owner.query(query, values)).rows as T[];
}

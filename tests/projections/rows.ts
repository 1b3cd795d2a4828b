import type pg from 'pg';
import { createLedger, type FullLedger } from '#events/ledger/append/append.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { project } from '#projections/registry.ts';
import { readTables, tables } from '#projections/table-keys.ts';

/** The real ledger with every projection, and no jobs. */
export const ledgerOf = ({ database }: TestDatabase): FullLedger =>
  createLedger({ pool: database.pool, reactions: { tables, project, enqueue: () => [] } });

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

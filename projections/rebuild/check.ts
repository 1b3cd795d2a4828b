import type { Pool } from 'pg';
import { type Difference, type Digest, differences, digest } from './compare.ts';
import { writtenColumns } from './load.ts';
import { analyzeTables, createTables, Refold, scanOf } from './refold.ts';
import { ledgerSize, organisations, withConnections } from './rebuild.ts';
import { everyReadModel, type Selection } from './selection.ts';
import type { ReadTable } from '../table-keys.ts';

export interface CheckRequest {
  /** The owner's; two of its connections are used. */
  pool: Pool;
  /** One organisation; all of them unless named. */
  org?: string;
  /** How many differences to name for each table. Default 10. */
  limit?: number;
  /** Which read models; all of them unless named. */
  selection?: Selection;
}

export interface Checked {
  org: string;
  /** Up to which position the read models were compared. */
  position: string;
  tables: { table: ReadTable; live: Digest; rebuilt: Digest; count: number; first: Difference[] }[];
  /** Rows that differ, in all tables. */
  count: number;
}

/**
 * Folds the read models anew beside those in use and compares the two at one moment, while appends go on. Changes
 * nothing.
 */
export async function check({ pool, org, limit = 10, selection = everyReadModel }: CheckRequest): Promise<Checked[]> {
  return withConnections(pool, async (connections) => {
    const { source, target } = connections;
    const columns = await writtenColumns(target);
    const checked: Checked[] = [];
    for (const each of org === undefined ? await organisations(target) : [org]) {
      await createTables(target, 'pg_temp', selection.tables);
      const refold = new Refold(scanOf(source, each), target, 'pg_temp', each, columns, selection);
      await refold.run(await ledgerSize(target, each));
      await analyzeTables(target, 'pg_temp', selection.tables);
      // One snapshot from here on: the ledger's size, the read models, and what was recorded meanwhile belong together.
      await target.query('begin isolation level repeatable read');
      await refold.catchUp(await ledgerSize(target, each));
      const tables: Checked['tables'] = [];
      for (const table of selection.tables) {
        const live = await digest(target, 'read', table, each);
        const rebuilt = await digest(target, 'pg_temp', table, each);
        const same = live.rows === rebuilt.rows && live.hash === rebuilt.hash;
        const found = same ? { count: 0, first: [] } : await differences(target, 'pg_temp', table, each, limit);
        tables.push({ table, live, rebuilt, ...found });
      }
      await target.query('commit');
      const count = tables.reduce((sum, table) => sum + table.count, 0);
      checked.push({ org: each, position: String(refold.position), tables, count });
    }
    return checked;
  });
}

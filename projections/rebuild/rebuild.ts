import type { ClientBase, Pool } from 'pg';
import { readByKey } from '#events/ledger/copy.ts';
import { writtenColumns, type WrittenColumns } from './load.ts';
import {
  analyzeTables,
  type Connections,
  createTables,
  addKeys,
  Refold,
  type RowCounts,
  rowCounts,
  scanOf,
} from './refold.ts';
import { Repair } from './repair.ts';
import { everyReadModel, type Selection } from './selection.ts';
import { readTables } from '../table-keys.ts';

export interface RebuildRequest {
  /** The owner's; two of its connections are used. */
  pool: Pool;
  /** One organisation; all of them unless named. */
  org?: string;
  /** `read` is corrected in place. Any other schema is filled and left to the caller. Default: `read`. */
  schema?: string;
  /** The state as of this position instead of the latest; not for `read`. */
  upTo?: bigint;
  /** Which read models; all of them unless named. */
  selection?: Selection;
}

export interface Rebuilt {
  org: string;
  /** Up to which position of the ledger. */
  position: string;
  /** Rows of each table that was folded. */
  rows: RowCounts;
  /** In place: how many rows were written or taken away because they differed. */
  written: number;
  removed: number;
}

/**
 * Computes the read models from the ledger again. In place, appends continue: the organisation is locked only while the
 * difference is applied, in one transaction.
 */
export async function rebuild({
  pool,
  org,
  schema = 'read',
  upTo,
  selection = everyReadModel,
}: RebuildRequest): Promise<Rebuilt[]> {
  if (schema === 'read' && upTo !== undefined)
    throw new TypeError('The read models in use hold the latest state alone.');
  return withConnections(pool, async (connections) => {
    const { source, target } = connections;
    const columns = await writtenColumns(target);
    const rebuilt: Rebuilt[] = [];
    const orgs = org === undefined ? await organisations(target) : [org];
    if (schema === 'read') {
      for (const each of orgs) rebuilt.push(await repairInPlace(connections, each, { columns, selection }));
      return rebuilt;
    }
    await createTables(target, schema, selection.tables);
    const positions = new Map<string, bigint>();
    for (const each of orgs) {
      const size = await ledgerSize(target, each);
      const refold = new Refold(scanOf(source, each), target, schema, each, columns, selection);
      await refold.run(upTo !== undefined && upTo < size ? upTo : size);
      positions.set(each, refold.position);
    }
    await addKeys(target, schema, selection.tables);
    for (const [each, position] of positions) {
      const rows = await rowCounts(target, schema, each, selection.tables);
      rebuilt.push({ org: each, position: String(position), rows, written: 0, removed: 0 });
    }
    return rebuilt;
  });
}

/** Every organisation that has a ledger, or rows that have none. */
export async function organisations(client: ClientBase): Promise<string[]> {
  const sources = ['ledger.head', ...readTables.map((table) => `read."${table}"`)];
  const { rows } = await client.query<{ org_id: string }>(
    `${sources.map((source) => `select distinct org_id from ${source}`).join(' union ')} order by org_id`,
  );
  return rows.map((row) => row.org_id);
}

/** Runs `work` with two connections, and drops the temporary tables that it left. */
export async function withConnections<T>(pool: Pool, work: (connections: Connections) => Promise<T>): Promise<T> {
  const source = await pool.connect();
  const target = await pool.connect();
  let failed = true;
  try {
    // Indexes over a million rows are sorted in memory, and of rows that are only compared little has to be known.
    for (const client of [source, target])
      await client.query(`set maintenance_work_mem = '256MB'; set default_statistics_target = 10`);
    await readByKey(source);
    const result = await work({ source, target });
    await target.query('discard temp');
    for (const client of [source, target])
      await client.query('reset enable_sort; reset maintenance_work_mem; reset default_statistics_target');
    failed = false;
    return result;
  } finally {
    // After an error a COPY or a transaction may still be open: such a connection is closed, not used again.
    source.release(failed);
    target.release(failed);
  }
}

export async function ledgerSize(client: ClientBase, org: string, held: '' | 'for update' = ''): Promise<bigint> {
  const { rows } = await client.query<{ size: string }>(
    `select size::text from ledger.head where org_id = $1 ${held}`,
    [org],
  );
  return BigInt(rows[0]?.size ?? 0);
}

async function repairInPlace(
  connections: Connections,
  org: string,
  { columns, selection }: { columns: WrittenColumns; selection: Selection },
): Promise<Rebuilt> {
  const { source, target } = connections;
  const { tables } = selection;
  await createTables(target, 'pg_temp', tables);
  const refold = new Refold(scanOf(source, org), target, 'pg_temp', org, columns, selection);
  await refold.run(await ledgerSize(target, org));
  await analyzeTables(target, 'pg_temp', tables);
  const repair = new Repair(target, org);
  for (const table of tables) await repair.suspectDiffering(table);
  await target.query('begin');
  const touched = await refold.catchUp(await ledgerSize(target, org, 'for update'));
  for (const [table, rows] of touched) await repair.suspect(table, rows);
  const corrected = await repair.correct(columns);
  await target.query('commit');
  return {
    org,
    position: String(refold.position),
    rows: await rowCounts(target, 'pg_temp', org, tables),
    ...corrected,
  };
}

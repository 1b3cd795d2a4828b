import type { ClientBase } from 'pg';
import { scan } from '#events/ledger/scan.ts';
import { list } from './compare.ts';
import { Fold, type Values } from './fold.ts';
import { Loader, type WrittenColumns } from './load.ts';
import { replay } from './registry.ts';
import { keys, type ReadTable } from './tables.ts';

/** Tables of schema `read`, by the projections' own list. */
export const readTables = Object.keys(keys) as ReadTable[];

/** The connections of one rebuild: events come over one while rows go over the other. */
export interface Connections {
  /** Reads the ledger. */
  source: ClientBase;
  /** Holds the rebuilt tables, and for a check or a repair the transaction. */
  target: ClientBase;
}

/** Makes empty tables like the read models', computed columns included, without indexes. `pg_temp`: they last as long as the connection. */
export async function createTables(target: ClientBase, schema: string): Promise<void> {
  const temporary = schema === 'pg_temp';
  await target.query(temporary ? 'discard temp' : `create schema if not exists "${schema}"`);
  const statements = readTables.map(
    (table) =>
      `drop table if exists "${schema}"."${table}";
       create ${temporary ? 'temporary' : 'unlogged'} table "${schema}"."${table}" (like read."${table}" including generated)`,
  );
  await target.query(statements.join(';'));
}

/** What the planner has to know of the rebuilt tables before they are compared. */
export async function analyzeTables(target: ClientBase, schema: string): Promise<void> {
  await target.query(`analyze ${readTables.map((table) => `"${schema}"."${table}"`).join(', ')}`);
}

/**
 * Adds the primary keys and the statistics to rebuilt tables: each of the two connections takes the largest table that is left, so
 * that the sorting of one goes on beside the others.
 */
export async function finishTables({ source, target }: Connections, schema: string): Promise<void> {
  const { rows } = await target.query<{ name: ReadTable }>(
    `select relname as name from pg_class where relnamespace = to_regnamespace($1) and relname = any($2)
     order by pg_relation_size(oid) desc`,
    [`"${schema}"`, readTables],
  );
  const left = rows.map(({ name }) => name);
  const work = async (client: ClientBase): Promise<void> => {
    for (let table = left.shift(); table !== undefined; table = left.shift()) {
      await client.query(
        `alter table "${schema}"."${table}" add primary key (${list(['org_id', ...keys[table]])}); analyze "${schema}"."${table}"`,
      );
    }
  };
  await Promise.all([work(target), work(source)]);
}

/** The read models of one organisation, folded anew from its ledger into tables of `schema`. */
export class Refold {
  readonly #fold: Fold;
  readonly #loader: Loader;
  /** Up to where it is folded. */
  position = 0n;

  constructor(
    private readonly connections: Connections,
    private readonly schema: string,
    private readonly org: string,
    columns: WrittenColumns,
  ) {
    const loader = new Loader(connections.target, schema, columns, org);
    this.#loader = loader;
    this.#fold = new Fold((table, row) => loader.add(table, row));
  }

  /** Folds the events up to a position and loads every table. */
  async run(upTo: bigint): Promise<void> {
    await this.#read(upTo);
    for (const table of readTables) await this.#load(table, this.#fold.rows(table));
    await this.#loader.finish();
    this.#fold.track();
  }

  /**
   * Folds what was recorded since, and brings the tables up to it. Answers the keys that were touched; called inside the
   * caller's transaction.
   */
  async catchUp(upTo: bigint): Promise<Map<ReadTable, Values[]>> {
    const touched = new Map<ReadTable, Values[]>();
    if (upTo <= this.position) return touched;
    await this.#read(upTo);
    for (const table of readTables) {
      const changed = this.#fold.changed(table);
      if (changed.length === 0) continue;
      const named = changed.map(({ key }) => key);
      touched.set(table, named);
      await this.#remove(table, named);
      await this.#load(
        table,
        changed.flatMap(({ row }) => (row ? [row] : [])),
      );
      await this.#loader.finish();
    }
    this.#fold.track();
    return touched;
  }

  /** How many rows each table has now. */
  async counts(): Promise<Record<ReadTable, number>> {
    const counts = {} as Record<ReadTable, number>;
    for (const table of readTables) {
      const { rows } = await this.connections.target.query<{ count: string }>(
        `select count(*) from "${this.schema}"."${table}" where org_id = $1`,
        [this.org],
      );
      counts[table] = Number(rows[0]!.count);
    }
    return counts;
  }

  async #read(upTo: bigint): Promise<void> {
    for await (const batch of scan(this.connections.source, this.org, { after: this.position, upTo })) {
      for (const event of batch) replay(event, this.#fold);
      if (this.#loader.ahead) await this.#loader.caughtUp();
    }
    this.position = upTo;
  }

  async #load(table: ReadTable, rows: Iterable<Values>): Promise<void> {
    for (const row of rows) {
      this.#loader.add(table, row);
      if (this.#loader.ahead) await this.#loader.caughtUp();
    }
  }

  async #remove(table: ReadTable, rows: readonly Values[]): Promise<void> {
    const names = list(keys[table]);
    await this.connections.target.query(
      `delete from "${this.schema}"."${table}" where org_id = $1 and (${names}) in
         (select ${names} from json_populate_recordset(null::read."${table}", $2))`,
      [this.org, JSON.stringify(rows)],
    );
  }
}

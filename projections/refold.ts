import type { ClientBase } from 'pg';
import { decodeEvent } from '#events/ledger/read.ts';
import { scan } from '#events/ledger/scan.ts';
import { Fold } from './fold.ts';
import { Load, type WrittenColumns } from './load.ts';
import { apply, projected } from './registry.ts';
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
  if (!temporary) await target.query(`create schema if not exists "${schema}"`);
  for (const table of readTables) {
    await target.query(`drop table if exists "${schema}"."${table}"`);
    await target.query(
      `create ${temporary ? 'temporary' : 'unlogged'} table "${schema}"."${table}" (like read."${table}" including generated)`,
    );
  }
}

/** The read models of one organisation, folded anew from its ledger into tables of `schema`. */
export class Refold {
  readonly #fold = new Fold((table, row) => this.#once.push({ table, row }));
  /** Rows that are written once, on their way to their table. */
  #once: { table: ReadTable; row: Record<string, unknown> }[] = [];
  /** Up to where it is folded. */
  position = 0n;

  constructor(
    private readonly connections: Connections,
    private readonly schema: string,
    private readonly org: string,
    private readonly columns: WrittenColumns,
  ) {}

  /** Folds the events up to a position and loads every table. */
  async run(upTo: bigint): Promise<void> {
    const entries = this.#load('audit_entry');
    await this.#read(upTo, async () => {
      this.#pour(entries);
      if (entries.full) await entries.flush();
    });
    await entries.end();
    for (const table of this.#fold.tables()) await this.#loadRows(table, this.#fold.rows(table));
    await this.#analyze();
    this.#fold.track();
  }

  /**
   * Folds what was recorded since, and brings the tables up to it. Answers the keys that were touched; called inside the
   * caller's transaction.
   */
  async catchUp(upTo: bigint): Promise<Map<ReadTable, Record<string, unknown>[]>> {
    const touched = new Map<ReadTable, Record<string, unknown>[]>();
    if (upTo <= this.position) return touched;
    await this.#read(upTo, () => Promise.resolve());
    touched.set(
      'audit_entry',
      this.#once.map(({ row }) => row),
    );
    const entries = this.#load('audit_entry');
    this.#pour(entries);
    await entries.end();
    for (const table of this.#fold.tables()) {
      const changed = this.#fold.changed(table);
      if (changed.length === 0) continue;
      touched.set(
        table,
        changed.map(({ key }) => key),
      );
      await this.#remove(
        table,
        changed.map(({ key }) => key),
      );
      await this.#loadRows(
        table,
        changed.flatMap(({ row }) => (row ? [row] : [])),
      );
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

  async #read(upTo: bigint, between: () => Promise<void>): Promise<void> {
    for await (const batch of scan(this.connections.source, this.org, { after: this.position, upTo })) {
      for (const { position, canonical } of batch)
        apply(projected(decodeEvent(position.toString(), canonical.toString())), this.#fold);
      await between();
    }
    this.position = upTo;
  }

  #load(table: ReadTable): Load {
    return new Load(this.connections.target, this.schema, table, this.columns, this.org);
  }

  #pour(entries: Load): void {
    for (const { row } of this.#once) entries.add(row);
    this.#once = [];
  }

  async #loadRows(table: ReadTable, rows: Iterable<Record<string, unknown>>): Promise<void> {
    const load = this.#load(table);
    for (const row of rows) {
      load.add(row);
      if (load.full) await load.flush();
    }
    await load.end();
  }

  async #remove(table: ReadTable, rows: readonly Record<string, unknown>[]): Promise<void> {
    const names = keys[table].map((name) => `"${name}"`).join(', ');
    await this.connections.target.query(
      `delete from "${this.schema}"."${table}" where org_id = $1 and (${names}) in
         (select ${names} from json_populate_recordset(null::read."${table}", $2))`,
      [this.org, JSON.stringify(rows)],
    );
  }

  async #analyze(): Promise<void> {
    await this.connections.target.query(
      `analyze ${readTables.map((table) => `"${this.schema}"."${table}"`).join(', ')}`,
    );
  }
}

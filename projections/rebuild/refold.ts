import type { ClientBase } from 'pg';
import { scan, type ScanRange } from '#events/ledger/scan.ts';
import type { RecordedEvent } from '#events/ledger/types.ts';
import { list } from './compare.ts';
import { Fold, type Values } from '../fold.ts';
import { Loader, type WrittenColumns } from './load.ts';
import { everyReadModel, ZoneReader, type Selection } from './selection.ts';
import { keys, readTables, type ReadTable } from '../table-keys.ts';

/** The connections of one rebuild: events come over one while rows go over the other. */
export interface Connections {
  /** Reads the ledger. */
  source: ClientBase;
  /** Holds the rebuilt tables, and for a check or a repair the transaction. */
  target: ClientBase;
}

/** The events of the organisation in a range, in order. */
export type EventSource = (range: ScanRange) => AsyncIterable<RecordedEvent[]>;

/** The stored events over a connection that serves nothing else meanwhile. */
export const scanOf =
  (source: ClientBase, org: string): EventSource =>
  (range) =>
    scan(source, org, range);

export type RowCounts = Partial<Record<ReadTable, number>>;

/** Makes empty tables like the read models', without indexes. In `pg_temp` they last as long as the connection. */
export async function createTables(
  target: ClientBase,
  schema: string,
  tables: readonly ReadTable[] = readTables,
): Promise<void> {
  const temporary = schema === 'pg_temp';
  await target.query(temporary ? 'discard temp' : `create schema if not exists "${schema}"`);
  const statements = tables.map(
    (table) =>
      `drop table if exists "${schema}"."${table}";
       create ${temporary ? 'temporary' : 'unlogged'} table "${schema}"."${table}"
         (like read."${table}" including generated)`,
  );
  await target.query(statements.join(';'));
}

/** How many rows of the organisation each rebuilt table has. */
export async function rowCounts(
  target: ClientBase,
  schema: string,
  org: string,
  tables: readonly ReadTable[],
): Promise<RowCounts> {
  const counts: RowCounts = {};
  for (const table of tables) {
    const { rows } = await target.query<{ count: string }>(
      `select count(*) from "${schema}"."${table}" where org_id = $1`,
      [org],
    );
    counts[table] = Number(rows[0]!.count);
  }
  return counts;
}

/** What the planner has to know of the rebuilt tables before they are compared. */
export async function analyzeTables(target: ClientBase, schema: string, tables: readonly ReadTable[]): Promise<void> {
  await target.query(`analyze ${tables.map((table) => `"${schema}"."${table}"`).join(', ')}`);
}

/** Adds the primary keys and the statistics to rebuilt tables. */
export async function addKeys(target: ClientBase, schema: string, tables: readonly ReadTable[]): Promise<void> {
  for (const table of tables)
    await target.query(
      `alter table "${schema}"."${table}" add primary key ` +
        `(${list(['org_id', ...keys[table]])}); analyze "${schema}"."${table}"`,
    );
}

/** Read models of one organisation, all or a selection, computed from its ledger into tables of `schema`. */
export class Refold {
  readonly #fold: Fold;
  readonly #zones = new ZoneReader();
  readonly #loader: Loader;
  /** Up to where it is folded. */
  position = 0n;

  constructor(
    private readonly events: EventSource,
    private readonly target: ClientBase,
    private readonly schema: string,
    private readonly org: string,
    columns: WrittenColumns,
    private readonly selection: Selection = everyReadModel,
  ) {
    const loader = new Loader(target, schema, columns, org);
    this.#loader = loader;
    this.#fold = new Fold((table, row) => loader.add(table, row));
  }

  /** Folds the events up to a position, and loads every table. */
  async run(upTo: bigint): Promise<void> {
    await this.#read(upTo);
    for (const table of this.selection.tables) await this.#load(table, this.#fold.rows(table));
    await this.#loader.finish();
    this.#fold.track();
  }

  /**
   * Folds what was recorded since, and brings the tables up to it. Answers the keys that were touched; called inside
   * the caller's transaction.
   */
  async catchUp(upTo: bigint): Promise<Map<ReadTable, Values[]>> {
    const touched = new Map<ReadTable, Values[]>();
    if (upTo <= this.position) return touched;
    await this.#read(upTo);
    for (const table of this.selection.tables) {
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

  async #read(upTo: bigint): Promise<void> {
    const { selection } = this;
    const range = { after: this.position, upTo, without: selection.ignored };
    for await (const batch of this.events(range)) {
      for (const event of batch) {
        selection.replay(event, this.#fold, this.#zones);
        if (this.#loader.isFull) await this.#loader.send();
      }
    }
    this.position = upTo;
  }

  async #load(table: ReadTable, rows: Iterable<Values>): Promise<void> {
    for (const row of rows) {
      this.#loader.add(table, row);
      if (this.#loader.isFull) await this.#loader.send();
    }
  }

  async #remove(table: ReadTable, rows: readonly Values[]): Promise<void> {
    const names = list(keys[table]);
    await this.target.query(
      `delete from "${this.schema}"."${table}" where org_id = $1 and (${names}) in
         (select ${names} from json_populate_recordset(null::read."${table}", $2))`,
      [this.org, JSON.stringify(rows)],
    );
  }
}

import { stagedRow, type KeyOf, type RowOf, type ProjectionWriter, type StagedTable } from './projection.ts';
import { finalRows, keys, type ReadTable } from './table-keys.ts';

export type Values = Record<string, unknown>;

/** Takes a row that no later event changes. */
type OnFinal = (table: ReadTable, row: Values) => void;

const keyOf = (columns: readonly string[], row: Values): string =>
  columns.length === 1 ? (row[columns[0]!] as string) : columns.map((column) => row[column]).join('\n');

class FoldedTable {
  readonly rows = new Map<string, Values>();
  /** Keys that changed since `track`, with the columns that name them; undefined: changes are not tracked. */
  touched: Map<string, Values> | undefined;
  readonly #columns: readonly string[];
  readonly #isFinal: ((row: Values) => boolean) | undefined;

  constructor(
    private readonly name: ReadTable,
    private readonly onFinal: OnFinal,
  ) {
    this.#columns = keys[name];
    this.#isFinal = finalRows[name];
  }

  put(row: Values): void {
    if (this.#isHandedOn(row)) return;
    const key = keyOf(this.#columns, row);
    this.rows.set(key, row);
    this.touched?.set(key, row);
  }

  patch(named: Values, changes: Values, when: Values | undefined): void {
    if (this.#isFinal && !(when && !this.#isFinal(when)))
      throw new Error(`A change of ${this.name} must be guarded against touching a final row.`);
    const key = keyOf(this.#columns, named);
    const row = this.rows.get(key);
    if (!row) return;
    for (const column in when) if ((row[column] ?? null) !== (when[column] ?? null)) return;
    for (const column in changes) row[column] = changes[column];
    this.touched?.set(key, named);
    if (this.#isHandedOn(row)) this.rows.delete(key);
  }

  remove(named: Values): void {
    if (this.#isFinal) throw new Error(`A row of ${this.name} is never removed.`);
    const key = keyOf(this.#columns, named);
    if (this.rows.delete(key)) this.touched?.set(key, named);
  }

  /** Hands a final row on instead of holding it; not while changes are tracked. */
  #isHandedOn(row: Values): boolean {
    if (this.touched || !this.#isFinal?.(row)) return false;
    this.onFinal(this.name, row);
    return true;
  }
}

/** The read models of one organisation in memory: what the database holds after the same operations, row for row. */
export class Fold implements ProjectionWriter {
  readonly #tables: ReadonlyMap<ReadTable, FoldedTable>;

  constructor(onFinal: OnFinal) {
    const names = Object.keys(keys) as ReadTable[];
    this.#tables = new Map(names.map((name) => [name, new FoldedTable(name, onFinal)]));
  }

  put<T extends ReadTable>(table: T, row: RowOf<T>): void {
    this.#of(table).put(row as Values);
  }

  patch<T extends ReadTable>(table: T, key: KeyOf<T>, changes: object, when?: object): void {
    this.#of(table).patch(key as Values, changes as Values, when as Values | undefined);
  }

  remove<T extends ReadTable>(table: T, key: KeyOf<T>): void {
    this.#of(table).remove(key as Values);
  }

  stage<T extends StagedTable>(importUid: string, table: T, row: RowOf<T>): void {
    this.put('staged_row', stagedRow(importUid, table, row));
  }

  release(importUid: string, table: StagedTable): void {
    for (const { import_uid, table_name, row } of this.rows('staged_row'))
      if (import_uid === importUid && table_name === table) this.#of(table).put({ ...(row as Values) });
  }

  clear(importUid: string): void {
    for (const { import_uid, table_name, row_key } of this.rows('staged_row'))
      if (import_uid === importUid) this.#of('staged_row').remove({ import_uid, table_name, row_key });
  }

  /** The rows that are not final. */
  rows(table: ReadTable): Iterable<Values> {
    return this.#of(table).rows.values();
  }

  /** From here on every row is held, and `changed` lists those that change. */
  track(): void {
    for (const table of this.#tables.values()) table.touched = new Map();
  }

  /** The keys touched since `track`, each with its row as it is now, or none where it was removed. */
  changed(table: ReadTable): { key: Values; row: Values | undefined }[] {
    const { touched, rows } = this.#of(table);
    return [...(touched ?? [])].map(([key, named]) => ({ key: named, row: rows.get(key) }));
  }

  #of(table: ReadTable): FoldedTable {
    return this.#tables.get(table)!;
  }
}

import type { KeyOf, RowOf, To } from './projection.ts';
import { keys, settled, type ReadTable } from './tables.ts';

export type Values = Record<string, unknown>;

/** Where a row goes that nothing can touch any more. */
type Pass = (table: ReadTable, row: Values) => void;

const keyOf = (columns: readonly string[], row: Values): string =>
  columns.length === 1 ? (row[columns[0]!] as string) : columns.map((column) => row[column]).join('\n');

class FoldedTable {
  readonly rows = new Map<string, Values>();
  /** Keys that changed since `track`, with the columns that name them; undefined: nobody asked yet. */
  touched: Map<string, Values> | undefined;
  readonly #columns: readonly string[];
  readonly #isSettled: ((row: Values) => boolean) | undefined;

  constructor(
    private readonly name: ReadTable,
    private readonly pass: Pass,
  ) {
    this.#columns = keys[name];
    this.#isSettled = settled[name];
  }

  put(row: Values): void {
    if (this.#passes(row)) return;
    const key = keyOf(this.#columns, row);
    this.rows.set(key, row);
    this.touched?.set(key, row);
  }

  patch(named: Values, changes: Values, when: Values | undefined): void {
    if (this.#isSettled && !(when && !this.#isSettled(when)))
      throw new Error(`A change of ${this.name} must be guarded against touching what is settled.`);
    const key = keyOf(this.#columns, named);
    const row = this.rows.get(key);
    if (!row) return;
    for (const column in when) if ((row[column] ?? null) !== (when[column] ?? null)) return;
    for (const column in changes) row[column] = changes[column];
    this.touched?.set(key, named);
    if (this.#passes(row)) this.rows.delete(key);
  }

  remove(named: Values): void {
    if (this.#isSettled) throw new Error(`A row of ${this.name} is never taken back.`);
    const key = keyOf(this.#columns, named);
    if (this.rows.delete(key)) this.touched?.set(key, named);
  }

  /** Hands a settled row on instead of keeping it; not while changes are tracked. */
  #passes(row: Values): boolean {
    if (this.touched || !this.#isSettled?.(row)) return false;
    this.pass(this.name, row);
    return true;
  }
}

/** The read models of one organisation in memory: what the database holds after the same operations, row for row. */
export class Fold implements To {
  readonly #tables: ReadonlyMap<ReadTable, FoldedTable>;

  constructor(pass: Pass) {
    const names = Object.keys(keys) as ReadTable[];
    this.#tables = new Map(names.map((name) => [name, new FoldedTable(name, pass)]));
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

  /** The rows that were not passed on. */
  rows(table: ReadTable): Iterable<Values> {
    return this.#of(table).rows.values();
  }

  /** How many those are. */
  count(table: ReadTable): number {
    return this.#of(table).rows.size;
  }

  /** From here on every row that changes is kept, and `changed` tells which did. */
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

import type { ReadTable } from './tables.ts';
import { keys } from './tables.ts';
import type { KeyOf, RowOf, To } from './projection.ts';

type Values = Record<string, unknown>;

/** Rows that are written once and never again: they go straight on, since nothing later can need them. */
const writtenOnce: ReadonlySet<ReadTable> = new Set<ReadTable>(['audit_entry']);

const keyOf = (columns: readonly string[], row: Values): string =>
  columns.length === 1 ? (row[columns[0]!] as string) : columns.map((column) => row[column]).join('\n');

class FoldedTable {
  readonly rows = new Map<string, Values>();
  /** Keys that changed since the rows were last taken, with the columns that name them. */
  touched = new Map<string, Values>();
  readonly #columns: readonly string[];
  tracking = false;

  constructor(name: ReadTable) {
    this.#columns = keys[name];
  }

  put(row: Values): void {
    const key = keyOf(this.#columns, row);
    this.rows.set(key, row);
    this.#touch(key, row);
  }

  patch(named: Values, changes: Values, when: Values | undefined): void {
    const key = keyOf(this.#columns, named);
    const row = this.rows.get(key);
    if (!row) return;
    for (const column in when) if (row[column] !== when[column]) return;
    Object.assign(row, changes);
    this.#touch(key, named);
  }

  remove(named: Values): void {
    const key = keyOf(this.#columns, named);
    if (this.rows.delete(key)) this.#touch(key, named);
  }

  #touch(key: string, named: Values): void {
    if (this.tracking) this.touched.set(key, named);
  }
}

/** What the fold hands on as it goes: rows that are written once. */
export type Pass = (table: ReadTable, row: Values) => void;

/** The read models of one organisation in memory: what the database holds after the same operations, row for row. */
export class Fold implements To {
  readonly #tables = new Map<ReadTable, FoldedTable>();
  readonly #pass: Pass;

  constructor(pass: Pass) {
    this.#pass = pass;
    for (const name of Object.keys(keys) as ReadTable[])
      if (!writtenOnce.has(name)) this.#tables.set(name, new FoldedTable(name));
  }

  put<T extends ReadTable>(table: T, row: RowOf<T>): void {
    const folded = this.#tables.get(table);
    if (folded) folded.put(row as Values);
    else this.#pass(table, row as Values);
  }

  patch<T extends ReadTable>(table: T, key: KeyOf<T>, changes: object, when?: object): void {
    this.#of(table).patch(key as Values, changes as Values, when as Values | undefined);
  }

  remove<T extends ReadTable>(table: T, key: KeyOf<T>): void {
    this.#of(table).remove(key as Values);
  }

  /** Tables whose rows are kept until they are asked for. */
  tables(): readonly ReadTable[] {
    return [...this.#tables.keys()];
  }

  rows(table: ReadTable): Iterable<Values> {
    return this.#of(table).rows.values();
  }

  count(table: ReadTable): number {
    return this.#of(table).rows.size;
  }

  /** From here on `changed` tells what is touched. */
  track(): void {
    for (const table of this.#tables.values()) {
      table.touched = new Map();
      table.tracking = true;
    }
  }

  /** The keys touched since `track`, each with its row as it is now, or none where it was removed. */
  changed(table: ReadTable): { key: Values; row: Values | undefined }[] {
    const { touched, rows } = this.#of(table);
    return [...touched].map(([key, named]) => ({ key: named, row: rows.get(key) }));
  }

  #of(table: ReadTable): FoldedTable {
    const folded = this.#tables.get(table);
    if (!folded) throw new Error(`Rows of ${table} are written once: nothing may change or take them back.`);
    return folded;
  }
}

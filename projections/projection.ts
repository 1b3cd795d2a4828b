import type { Insertable } from 'kysely';
import type { E, EventType } from '#events/catalogue.ts';
import type { ProjectionOp, RecordedEvent, Row } from '#events/ledger/types.ts';
import { keys, type ReadTable, type ReadTables } from './table-keys.ts';

/** A row without organisation and computed columns, which the database adds. A column that is not named is null. */
export type RowOf<T extends ReadTable> = Insertable<ReadTables[T]>;
export type KeyOf<T extends ReadTable> = Pick<RowOf<T>, Extract<(typeof keys)[T][number], keyof RowOf<T>>>;
type Changes<T extends ReadTable> = Partial<Omit<RowOf<T>, keyof KeyOf<T>>>;

/**
 * Takes what a projection writes. Rows are named by their full key and never read, so that the same code runs in an
 * append, a rebuild and a scratch schema.
 */
export interface ProjectionWriter {
  /** The whole row, whatever was there. */
  put<T extends ReadTable>(table: T, row: RowOf<T>): void;
  /** Changes nothing where there is no such row, or where a column in `when` has another value. */
  patch<T extends ReadTable>(table: T, key: KeyOf<T>, changes: Changes<T>, when?: Changes<T>): void;
  remove<T extends ReadTable>(table: T, key: KeyOf<T>): void;
  /** Keeps a row aside until its import is released: nobody sees it before. */
  stage<T extends StagedTable>(importUid: string, table: T, row: RowOf<T>): void;
  /** Puts the rows of a table that were staged for an import. */
  release(importUid: string, table: StagedTable): void;
  /** Drops all that was staged for it, once it is released. */
  clear(importUid: string): void;
}

/** The tables whose rows an import stages. */
export const stagedTables = [
  'user_account',
  'document',
  'document_relation',
  'document_version',
  'document_department',
  'training_record',
] as const satisfies readonly ReadTable[];
export type StagedTable = (typeof stagedTables)[number];

export const stagedRow = (importUid: string, table: StagedTable, row: object): RowOf<'staged_row'> => ({
  import_uid: importUid,
  table_name: table,
  row_key: keys[table].map((column) => (row as Record<string, unknown>)[column]).join(' '),
  row: row as Row,
});

/**
 * A decoded event without its stream version, which an append knows only under the lock. `recordedAt` and `position`
 * may be placeholders: copy them, never interpret them.
 */
export type Projected<T extends EventType = EventType> = E<T> &
  Pick<RecordedEvent, 'org' | 'actor' | 'recordedAt' | 'position'>;

export type Handlers = { readonly [T in EventType]?: (event: Projected<T>, to: ProjectionWriter) => void };

/** A read model: which tables it owns, and what it does with which event. What it ignores is named in `registry.ts`. */
export interface Projection {
  readonly name: string;
  readonly tables: readonly ReadTable[];
  readonly handles: Handlers;
}

/** Collects what projections write, in order. */
export class Operations implements ProjectionWriter {
  readonly list: ProjectionOp[] = [];

  put<T extends ReadTable>(table: T, row: RowOf<T>): void {
    this.list.push({ op: 'put', table, row: row as Row });
  }

  patch<T extends ReadTable>(table: T, key: KeyOf<T>, changes: Changes<T>, when?: Changes<T>): void {
    const op: ProjectionOp = { op: 'patch', table, key: key as Row, changes: changes as Row };
    this.list.push(when ? { ...op, when: when as Row } : op);
  }

  remove<T extends ReadTable>(table: T, key: KeyOf<T>): void {
    this.list.push({ op: 'remove', table, key: key as Row });
  }

  stage<T extends StagedTable>(importUid: string, table: T, row: RowOf<T>): void {
    this.put('staged_row', stagedRow(importUid, table, row));
  }

  release(importUid: string, table: StagedTable): void {
    this.list.push({ op: 'release', table, key: { import_uid: importUid } });
  }

  clear(importUid: string): void {
    this.list.push({ op: 'clear', table: 'staged_row', key: { import_uid: importUid } });
  }
}

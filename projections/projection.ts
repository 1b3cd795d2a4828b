import type { Insertable } from 'kysely';
import type { E, EventType } from '#events/catalogue.ts';
import type { ProjectionOp, RecordedEvent, Row } from '#events/ledger/types.ts';
import type { keys, ReadTable, ReadTables } from './tables.ts';

/** A row without organisation and computed columns, which the database adds. A column that is not named is null. */
export type RowOf<T extends ReadTable> = Insertable<ReadTables[T]>;
export type KeyOf<T extends ReadTable> = Pick<RowOf<T>, Extract<(typeof keys)[T][number], keyof RowOf<T>>>;
type Changes<T extends ReadTable> = Partial<Omit<RowOf<T>, keyof KeyOf<T>>>;

/**
 * What a projection writes to. Nothing can be read: rows are named by their full key, so that the same code runs inside
 * an append, in a rebuild and into a scratch schema.
 */
export interface ProjectionWriter {
  /** The whole row, whatever was there. */
  put<T extends ReadTable>(table: T, row: RowOf<T>): void;
  /** Changes nothing where there is no such row, or where a column in `when` has another value. */
  patch<T extends ReadTable>(table: T, key: KeyOf<T>, changes: Changes<T>, when?: Changes<T>): void;
  remove<T extends ReadTable>(table: T, key: KeyOf<T>): void;
}

/**
 * An event as a projection sees it: decoded, and without its version in its stream, which an append knows only under
 * the lock. `recordedAt` and `position` are known only then too, and stand for themselves until: copy them, never look
 * into them.
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
}

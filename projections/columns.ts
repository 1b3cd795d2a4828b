import type { ColumnType } from 'kysely';

/** Set by the database or by the ledger, never by who writes the row. */
export type Derived<T> = ColumnType<T, never, never>;
/** Set when the row is made, never changed. */
export type Fixed<T> = ColumnType<T, T, never>;
/** Null when the row is made. */
export type Later<T> = ColumnType<T | null, undefined, T>;
/** A bigint as decimal text: a position in the organisation's ledger, a size. */
export type DecimalText = string;

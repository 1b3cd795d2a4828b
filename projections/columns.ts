import type { ColumnType } from 'kysely';

/** Read by queries, written by the ledger alone: every row carries its organisation. */
export type Org = ColumnType<string, never, never>;
/** Computed by the database from other columns. */
export type Derived<T> = ColumnType<T, never, never>;
/** A moment as ISO 8601 text in UTC with milliseconds. */
export type Moment = string;
export type MomentOrNull = string | null;
/** A place in the organisation's ledger, as decimal text. */
export type Position = string;

import type { Counted } from '#app/api/limits.ts';

/** What a web process is told by the one that began it. */
export type Order =
  /** The database is open and migrated: answer requests. The address holds a password, and is in no environment. */
  | { kind: 'begin'; databaseUrl: string }
  /** Jobs are worked off, or why not: the answer to a question. */
  | { kind: 'worker'; question: number; fault: string | null }
  /** Another has counted calls. */
  | { kind: 'calls'; counted: Counted }
  /** The log's file was moved away. */
  | { kind: 'reopen' }
  /** Finish the requests in flight, and end. */
  | { kind: 'stop' };

/** What it says. */
export type Word =
  /** It listens from here on. */
  | { kind: 'here' }
  | { kind: 'begun' }
  /** It cannot answer requests, for a reason outside the product, in a sentence. */
  | { kind: 'refused'; sentence: string }
  | { kind: 'worker'; question: number }
  /** It has counted calls, which the others count too. */
  | { kind: 'calls'; counted: Counted };

/** From the primary process to a web process. */
export type ToWorker =
  /** The database is open and migrated. The address holds a password, so it is in no environment variable. */
  | { kind: 'start'; databaseUrl: string }
  /** Whether jobs are being done, or why not. */
  | { kind: 'jobs_checked'; check: number; fault: string | null }
  /** Finish the open requests, and end. */
  | { kind: 'stop' };

/** From a web process to the primary process. */
export type FromWorker =
  /** It receives messages from now on. */
  | { kind: 'loaded' }
  | { kind: 'started' }
  /** It cannot answer requests, for a reason outside the product. */
  | { kind: 'failed'; sentence: string }
  | { kind: 'check_jobs'; check: number };

/** From the primary process to a web process. */
export type ToWorker =
  /** The database is open and migrated. Its URL holds a password, so it is not an environment variable. */
  | { kind: 'start'; databaseUrl: string }
  /** Null where jobs are being done. */
  | { kind: 'jobs_checked'; check: number; fault: string | null }
  /** Finish the open requests, and end. */
  | { kind: 'stop' };

/** From a web process to the primary process. */
export type FromWorker =
  /** It can receive messages. */
  | { kind: 'loaded' }
  | { kind: 'started' }
  /** It cannot answer requests, for a reason outside the product. */
  | { kind: 'failed'; sentence: string }
  | { kind: 'check_jobs'; check: number };

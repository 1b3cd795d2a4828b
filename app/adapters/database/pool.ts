import pg from 'pg';
import { instantOf } from '#events/time.ts';

/** The role that the product works as: it owns nothing, so grants and row-level security bind it. */
export const applicationRole = 'imprimatur_app';

const defaultMax = 12;

/** Connections of each process of the product: the ledger has a pool of its own. */
export const connectionsPerProcess = 2 * defaultMax;

export interface PoolOptions {
  url: string;
  /** `owner`: as the URL's own user, for migrations, rebuilds and verification. */
  as: 'application' | 'owner';
  /** Connections at most. */
  max?: number;
  /** Milliseconds after which PostgreSQL cancels a statement; 0: never. */
  statementTimeout?: number;
}

/**
 * A pool in which `bigint` and `date` arrive as text, and times as an `Instant`: a JavaScript
 * number would lose large positions, and a Date would shift calendar days by the server's time zone.
 */
export function createPool(options: PoolOptions): pg.Pool {
  const statementTimeout = options.statementTimeout ?? (options.as === 'owner' ? 0 : 120_000);
  const settings = [`-c statement_timeout=${statementTimeout}`, '-c idle_in_transaction_session_timeout=120000'];
  if (options.as === 'application') settings.push(`-c role=${applicationRole}`);
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.as === 'owner' ? 'imprimatur owner' : 'imprimatur',
    max: options.max ?? defaultMax,
    connectionTimeoutMillis: 10_000,
    // A connection costs more to open (a process, SCRAM) than to keep. By itself the pool closes it after ten seconds.
    idleTimeoutMillis: 300_000,
    options: settings.join(' '),
    types: { getTypeParser },
  });
  // A broken connection is replaced, and the query that used it reports the error. An `error` event without a listener
  // would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

const asText = (value: string): string => value;

const parsers = new Map<number, (value: string) => string>([
  [pg.types.builtins.INT8, asText],
  [pg.types.builtins.DATE, asText],
  [pg.types.builtins.TIMESTAMPTZ, instantOf],
]);

const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') => {
  const own = format === 'binary' ? undefined : parsers.get(id);
  return own ?? pg.types.getTypeParser(id, format as 'text');
};

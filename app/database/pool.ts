import pg from 'pg';
import { giveWay } from './lower-priority.ts';

/** The role that the product works as: it owns nothing, so grants and row-level security bind it. */
export const applicationRole = 'imprimatur_app';

/** Connections of a pool, where it is not told. */
const usual = 12;

/** Connections that the product takes in each process: those of the ledger stand apart. */
export const connectionsEach = 2 * usual;

export interface PoolOptions {
  url: string;
  /** `owner`: as the URL's own user, for migrations, rebuilds and verification. */
  as: 'application' | 'owner';
  /** Connections at most. */
  max?: number;
  /** Milliseconds after which PostgreSQL gives a statement up; 0: never. */
  statementTimeout?: number;
  /**
   * Whether statements are sent without waiting for the answers to those before them: what one connection is asked at once is one round
   * trip. Not for COPY, which needs the connection for itself. Default: false.
   */
  pipelines?: boolean;
  /** Whether the server's processes behind it give way to others, where they are on this machine. Default: false. */
  givesWay?: boolean;
}

/**
 * A pool in which `bigint` and `date` arrive as text, and times as ISO 8601 text in UTC with milliseconds: a JavaScript
 * number would lose large positions, and a Date would shift calendar days by the server's time zone.
 */
export function createPool(options: PoolOptions): pg.Pool {
  const statementTimeout = options.statementTimeout ?? (options.as === 'owner' ? 0 : 120_000);
  const settings = [`-c statement_timeout=${statementTimeout}`, '-c idle_in_transaction_session_timeout=120000'];
  if (options.as === 'application') settings.push(`-c role=${applicationRole}`);
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.as === 'owner' ? 'imprimatur owner' : 'imprimatur',
    max: options.max ?? usual,
    connectionTimeoutMillis: 10_000,
    options: settings.join(' '),
    pipeline: options.pipelines ?? false,
    types: { getTypeParser },
  });
  // A connection that breaks is replaced, and the query that used it reports what is wrong; an `error` event that nobody
  // listens to would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (options.givesWay) pool.on('connect', (client) => void giveWay(client));
  return pool;
}

const asText = (value: string): string => value;
const asInstant = (value: string): string => new Date(value).toISOString();

const parsers = new Map<number, (value: string) => string>([
  [pg.types.builtins.INT8, asText],
  [pg.types.builtins.DATE, asText],
  [pg.types.builtins.TIMESTAMPTZ, asInstant],
]);

const getTypeParser: typeof pg.types.getTypeParser = (id: number, format?: 'text' | 'binary') => {
  const own = format === 'binary' ? undefined : parsers.get(id);
  return own ?? pg.types.getTypeParser(id, format as 'text');
};

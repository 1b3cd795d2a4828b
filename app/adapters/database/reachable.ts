import pg from 'pg';
import { applicationRole } from '#app/adapters/database/pool.ts';
import { Fault, isFault } from '#app/adapters/environment/fault.ts';

/** A PostgreSQL server that can be connected to as the owner. */
export interface Postgres {
  url: string;
  /**
   * The application's address of a migrated database. On the embedded server it logs in as its own role: a session of
   * the owner that took the role on could go back to the owner's.
   */
  applicationUrl(): Promise<string>;
  /** Stops an embedded server that nobody else uses; leaves any other alone. */
  stop(): Promise<void>;
}

const oldestVersion = 150_000;

/** The server of DATABASE_URL, and DATABASE_APP_URL where that is set. Throws a `Fault` where it cannot be used. */
export async function reachable(url: string, applicationUrl: string | null): Promise<Postgres> {
  await connected('DATABASE_URL', url, async (client) => {
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`);
    if (Number(rows[0]?.version) < oldestVersion) throw new Fault('DATABASE_URL leads to a PostgreSQL older than 15.');
  });
  return {
    url,
    async applicationUrl() {
      if (applicationUrl === null) return url;
      const owners = await connected('DATABASE_URL', url, identityOf);
      const own = await connected('DATABASE_APP_URL', applicationUrl, identityOf);
      if (own.user !== applicationRole) throw new Fault(`DATABASE_APP_URL must log in as ${applicationRole}.`);
      if (own.database !== owners.database)
        throw new Fault('DATABASE_APP_URL must lead to the same database as DATABASE_URL.');
      return applicationUrl;
    },
    stop: async () => undefined,
  };
}

async function identityOf(client: pg.Client): Promise<{ user: string; database: string }> {
  const { rows } = await client.query<{ user: string; database: string }>(
    `select session_user::text as user, concat_ws(' ', pg_postmaster_start_time(), d.oid) as database
     from pg_database d where d.datname = current_database()`,
  );
  return rows[0]!;
}

async function connected<T>(setting: string, url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    if (isFault(error)) throw error;
    // PostgreSQL's own words name the server, the database and the user, never the password.
    throw new Fault(`${setting} cannot be connected to: ${reasonOf(error)}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function reasonOf(error: unknown): string {
  // Several addresses of one name fail together, with the reasons inside.
  if (error instanceof AggregateError) return error.errors.map(String).join(', ');
  const reason = error instanceof Error ? error.message : String(error);
  // pg describes an address without a password by the type of a variable of its own.
  if (/client password must be/.test(reason)) return 'it holds no password, and the server asks for one';
  return reason.replace(/\.$/, '');
}

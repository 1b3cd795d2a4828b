import pg from 'pg';
import type { Postgres } from '#app/embedded-postgres/embedded-postgres.ts';
import { Fault } from '#app/fault.ts';
import { applicationRole } from '#app/database/pool.ts';

const oldest = 150_000;

/** A server of one's own at DATABASE_URL, tried once; the application's own address of it, where there is one. Throws a `Fault` where it cannot be used. */
export async function reachable(url: string, applicationUrl: string | null): Promise<Postgres> {
  await connected('DATABASE_URL', url, async (client) => {
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`);
    if (Number(rows[0]?.version) < oldest) throw new Fault('DATABASE_URL leads to a PostgreSQL older than 15.');
  });
  return {
    url,
    async admit() {
      if (applicationUrl === null) return url;
      const place = await connected('DATABASE_URL', url, placeOf);
      const own = await connected('DATABASE_APP_URL', applicationUrl, placeOf);
      if (own.user !== applicationRole) throw new Fault(`DATABASE_APP_URL must log in as ${applicationRole}.`);
      if (own.database !== place.database)
        throw new Fault('DATABASE_APP_URL must lead to the same database as DATABASE_URL.');
      return applicationUrl;
    },
    stop: async () => undefined,
  };
}

async function placeOf(client: pg.Client): Promise<{ user: string; database: string }> {
  const { rows } = await client.query<{ user: string; database: string }>(
    `select session_user::text as user, concat_ws(' ', pg_postmaster_start_time(), d.oid) as database
     from pg_database d where d.datname = current_database()`,
  );
  return rows[0]!;
}

async function connected<T>(name: string, url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    if (error instanceof Fault) throw error;
    // PostgreSQL's own words name the server, the database and the user, never the password.
    throw new Fault(`${name} cannot be connected to: ${error instanceof Error ? reasonOf(error) : 'no reason given'}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Several addresses of one name fail together, with the reasons inside. pg tells of the address without a password by the type of its own variable. */
function reasonOf(error: Error): string {
  if (error instanceof AggregateError) return error.errors.map(String).join(', ');
  if (/client password must be/.test(error.message)) return 'it holds no password, and the server asks for one';
  return error.message.replace(/\.$/, '');
}

import pg from 'pg';
import type { Postgres } from '#app/database/embedded.ts';
import { Fault } from '#app/fault.ts';

const oldest = 150_000;

/** A server of one's own at DATABASE_URL, tried once. Throws a `Fault` where it cannot be used. */
export async function reachable(url: string): Promise<Postgres> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`);
    if (Number(rows[0]?.version) < oldest) throw new Fault('DATABASE_URL leads to a PostgreSQL older than 15.');
  } catch (error) {
    if (error instanceof Fault) throw error;
    // PostgreSQL's own words name the server, the database and the user, never the password.
    throw new Fault(
      `DATABASE_URL cannot be connected to: ${error instanceof Error ? reasonOf(error) : 'no reason given'}.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
  return { url, stop: async () => undefined };
}

/** Several addresses of one name fail together, with the reasons inside. */
const reasonOf = (error: Error): string =>
  (error instanceof AggregateError ? error.errors.map(String).join(', ') : error.message).replace(/\.$/, '');

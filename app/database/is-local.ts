import pg from 'pg';

/** Whether the database is on this machine, as far as its address tells: the embedded one (null) is. */
export function isHere(databaseUrl: string | null): boolean {
  if (databaseUrl === null) return true;
  const { host } = new pg.Client({ connectionString: databaseUrl });
  return host.startsWith('/') || ['localhost', '127.0.0.1', '::1'].includes(host);
}

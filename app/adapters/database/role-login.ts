import pg from 'pg';

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof pg.DatabaseError && codes.includes(error.code ?? '');

export const isWrongPassword = (error: unknown): boolean => hasCode(error, '28P01');

/** PostgreSQL runs and lets nobody in yet, or any more: it recovers after a crash, or is being stopped. */
export const isStarting = (error: unknown): boolean => hasCode(error, '57P03');

/** Whether the role of an address may log in with its password; 28000: it may not log in, or has no password yet. */
export async function canLogIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (hasCode(error, '28P01', '28000')) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

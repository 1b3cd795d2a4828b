import pg from 'pg';

/** The password is not the one that the role has: no wait mends that. */
export const isWrongPassword = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '28P01';

/** It runs, and lets nobody in yet, or any more: it recovers after a crash, or is being stopped. */
export const isAwaited = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '57P03';

/** Whether a role is let in; 28000: it may not log in, or has no password yet. */
export async function canLogIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (isWrongPassword(error) || (error instanceof pg.DatabaseError && error.code === '28000')) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

import type { Ports } from '#app/kit/ports.ts';

/** PostgreSQL's advisory lock: one server at a time loads the demonstration. */
export const loadingLock = 4_711_000_008;

/** Whether a server is loading the demonstration now. */
export async function isDemonstrationLoading({ database }: Pick<Ports, 'database'>): Promise<boolean> {
  const { rows } = await database.pool.query<{ free: boolean }>('select pg_try_advisory_xact_lock_shared($1) as free', [
    loadingLock,
  ]);
  return !rows[0]!.free;
}

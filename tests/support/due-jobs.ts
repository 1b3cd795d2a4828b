import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Waits until no job is due. One that failed is due again later, and not waited for. */
export async function noJobIsDue(database: Pick<pg.Pool, 'query'>): Promise<void> {
  while ((await database.query('select from graphile_worker.jobs where run_at <= now()')).rowCount !== 0)
    await sleep(100);
}

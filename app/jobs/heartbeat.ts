import type { Pool } from 'pg';
import type { Logger } from 'pino';

const interval = 10_000;
/** A worker that has not been heard for so long is taken for dead. */
const silence = 45_000;

/**
 * Notes that this process's workers live, and frees the jobs of those that were killed: the queue itself would keep them
 * locked for four hours.
 */
export function createHeartbeat({ pool, log }: { pool: Pool; log: Logger }) {
  const own = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let lastBeat = performance.now();
  let beating: Promise<void> = Promise.resolve();

  async function beat(): Promise<void> {
    try {
      await pool.query(
        `insert into app.worker (id, seen_at) select unnest($1::text[]), clock_timestamp()
         on conflict (id) do update set seen_at = excluded.seen_at`,
        [[...own]],
      );
      await unlock(silence);
      lastBeat = performance.now();
    } catch (error) {
      log.warn({ err: error }, 'the worker could not note that it lives');
    }
  }

  /** Frees the jobs that a worker took longer ago than so many milliseconds, where it has not been heard since. */
  async function unlock(olderThan: number): Promise<void> {
    const { rows } = await pool.query<{ id: string }>(
      `with alive as (
         select id from app.worker where seen_at >= clock_timestamp() - $1 * interval '1 millisecond'
         union all select unnest($2::text[])
       ), buried as (
         delete from app.worker where id not in (select id from alive)
       )
       select distinct locked_by as id from graphile_worker.jobs
       where locked_at < clock_timestamp() - $1 * interval '1 millisecond' and locked_by not in (select id from alive)`,
      [olderThan, [...own]],
    );
    if (rows.length === 0) return;
    await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [rows.map((row) => row.id)]);
    log.info({ workers: rows.length }, 'jobs of workers that were killed are free again');
  }

  return {
    add: (workerId: string) => void own.add(workerId),
    unlockDead: (alone: boolean) => unlock(alone ? 0 : silence),
    start() {
      beating = beat();
      timer = setInterval(() => {
        beating = beat();
      }, interval);
      timer.unref();
    },
    check() {
      if (performance.now() - lastBeat > silence)
        throw new Error('The worker has not been able to note that it lives.');
    },
    async stop() {
      clearInterval(timer);
      await beating;
      await pool.query('delete from app.worker where id = any($1)', [[...own]]).catch(() => undefined);
    },
  };
}

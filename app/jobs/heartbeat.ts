import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

const interval = 10_000;
/** A worker that has not been heard for so long is taken for dead. */
const silence = 45_000;

/**
 * Notes that this process's workers live, and frees the jobs of those that were killed: the queue itself would keep them
 * locked for four hours.
 */
export function createHeartbeat({ pool, log, secretKey }: { pool: Pool; log: Logger; secretKey: Buffer }) {
  const mark = markOf(secretKey);
  const own = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let lastBeat = performance.now();
  let beating: Promise<void> = Promise.resolve();

  async function beat(): Promise<void> {
    try {
      await pool.query(
        `insert into app.worker (id, seen_at, secret_mark) select unnest($1::text[]), clock_timestamp(), $2
         on conflict (id) do update set seen_at = excluded.seen_at`,
        [[...own], mark],
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
    /** Resolves once the others can see that it lives. */
    async start() {
      beating = beat();
      timer = setInterval(() => {
        beating = beat();
      }, interval);
      timer.unref();
      await beating;
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

/** Whether a server is at work on this database whose SECRET_KEY is another. */
export async function anotherSecretIsAtWork(pool: Pool, secretKey: Buffer): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from app.worker where seen_at >= clock_timestamp() - $1 * interval '1 millisecond' and secret_mark <> $2 limit 1`,
    [silence, markOf(secretKey)],
  );
  return rowCount === 1;
}

/** By which two keys can be told apart and neither be found. */
const markOf = (secretKey: Buffer): Buffer =>
  createHmac('sha256', secretKey).update('imprimatur secret key 1').digest();

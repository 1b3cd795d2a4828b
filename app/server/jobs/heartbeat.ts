import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

const interval = 10_000;
/** Milliseconds without a heartbeat after which a worker is considered dead. */
const silence = 45_000;

/** How the error of a job begins that had no room. */
export const waitsForRoom = 'No room: ';

/** Records that this process's workers live, and frees the jobs of killed ones, which stay locked for four hours. */
export function createHeartbeat({ pool, log, secretKey }: { pool: Pool; log: Logger; secretKey: Buffer }) {
  const secretMark = secretMarkOf(secretKey);
  const own = new Set<string>();
  const ended = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let lastBeat = performance.now();
  let beating: Promise<void> = Promise.resolve();

  async function beat(): Promise<void> {
    try {
      await pool.query(
        `insert into app.worker (id, seen_at, secret_mark) select unnest($1::text[]), clock_timestamp(), $2
         on conflict (id) do update set seen_at = excluded.seen_at`,
        [[...own], secretMark],
      );
      await unlock(silence);
      await hurryAfterNoRoom();
      lastBeat = performance.now();
    } catch (error) {
      log.warn({ err: error }, 'worker.heartbeat_failed');
    }
  }

  /** Frees jobs that were locked more than so many milliseconds ago by a worker that has been silent since. */
  async function unlock(milliseconds: number): Promise<void> {
    const { rows } = await pool.query<{ id: string }>(
      `with alive as (
         select id from app.worker where seen_at >= clock_timestamp() - $1 * interval '1 millisecond'
         union all select unnest($2::text[])
       ), dead as (
         delete from app.worker where id not in (select id from alive)
       )
       select distinct locked_by as id from graphile_worker.jobs
       where locked_at < clock_timestamp() - $1 * interval '1 millisecond' and locked_by not in (select id from alive)`,
      [milliseconds, [...own]],
    );
    if (rows.length === 0) return;
    await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [rows.map((row) => row.id)]);
    log.info({ workers: rows.length }, 'worker.stale_locks_freed');
  }

  /** A job that had no room counts no tries and waits for half a minute at most. */
  async function hurryAfterNoRoom(): Promise<void> {
    await pool.query(
      `select from graphile_worker.reschedule_jobs(
         (select array_agg(id) from graphile_worker.jobs
          where last_error like $1 || '%' and locked_at is null and run_at > clock_timestamp() + interval '30 seconds'),
         run_at => clock_timestamp() + interval '10 seconds', attempts => 1)`,
      [waitsForRoom],
    );
  }

  return {
    add: (workerId: string) => void own.add(workerId),
    /** A pool that has ended: what it left locked is freed. */
    remove(workerId: string) {
      own.delete(workerId);
      ended.add(workerId);
    },
    /** `alone`: no other process uses this database, so that every lock is stale. */
    unlockDead: (alone: boolean) => unlock(alone ? 0 : silence),
    /** Resolves after the first heartbeat is visible to other servers. */
    async start() {
      const next = (): void => void (beating = beat());
      timer = setInterval(next, interval);
      timer.unref();
      next();
      await beating;
    },
    check() {
      if (performance.now() - lastBeat > silence) throw new Error('The worker cannot record its heartbeat.');
    },
    async stop() {
      clearInterval(timer);
      await beating;
      await pool.query('delete from app.worker where id = any($1)', [[...own, ...ended]]).catch(() => undefined);
    },
  };
}

/** Whether a server with another SECRET_KEY uses this database. */
export async function isAnotherSecretInUse(pool: Pool, secretKey: Buffer): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from app.worker
     where seen_at >= clock_timestamp() - $1 * interval '1 millisecond' and secret_mark <> $2 limit 1`,
    [silence, secretMarkOf(secretKey)],
  );
  return rowCount === 1;
}

/** Distinguishes two keys without revealing either. */
const secretMarkOf = (secretKey: Buffer): Buffer =>
  createHmac('sha256', secretKey).update('imprimatur secret key 1').digest();

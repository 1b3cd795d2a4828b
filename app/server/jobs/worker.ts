import { EventEmitter } from 'node:events';
import {
  Logger as QueueLogger,
  parseCronItems,
  run,
  type Runner,
  type RunnerOptions,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { instantOf } from '#events/time.ts';
import { applicationRole } from '#app/adapters/database/pool.ts';
import { createHeartbeat, waitsForRoom } from '#app/server/jobs/heartbeat.ts';
import { QueuePool } from '#app/server/jobs/queue-pool.ts';
import { RestartableRunner } from '#app/server/jobs/restartable-runner.ts';
import type { Recurring, Task } from '#app/kit/job/task.ts';
import { isNoRoom } from '#app/adapters/storage/room.ts';
import type { Ports } from '#app/kit/ports.ts';

export interface Worker {
  /** Rejects where jobs are not being processed; for /readyz. */
  check(): Promise<void>;
  /** Takes no further job and waits for the running ones. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  databaseUrl: string;
  /** Whether no other process uses this database: then every lock is stale. */
  alone: boolean;
  ports: Ports;
  tasks: readonly Task[];
  recurring: readonly Recurring[];
  log: Logger;
  /** Jobs at a time. */
  concurrency?: number;
  /** Milliseconds between two checks of the clock. */
  lookAtClock?: number;
}

/** Jobs at a time that wait for external servers of each kind; the mail server gets two connections. */
const waitingConcurrency = { mail: 2, webhooks: 4 } as const;
const waitingKinds = ['mail', 'webhooks'] as const;

/** Milliseconds from the server's stop to the abort of a job that waits for an external server. */
const abortTimeout = 25_000;

/** Processes the queue until stopped. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { ports, tasks, recurring, log, concurrency = 4, lookAtClock = 5_000 } = options;
  // A pool of its own, because Graphile Worker needs pg's own type parsers.
  const pool = new QueuePool({
    connectionString: options.databaseUrl,
    application_name: 'imprimatur worker',
    options: `-c role=${applicationRole}`,
    max: concurrency + waitingConcurrency.mail + waitingConcurrency.webhooks + 4,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'worker.connection_lost'));
  const heartbeat = createHeartbeat({ pool, log, secretKey: ports.config.secretKey });
  const events = queueEvents(log);
  // A job is locked in the name of the pool that took it, not of the worker in it.
  events.on('pool:create', ({ workerPool }) => heartbeat.add(workerPool.id));
  for (const end of ['pool:gracefulShutdown:complete', 'pool:forcefulShutdown:complete'] as const)
    events.on(end, ({ workerPool }) => heartbeat.remove(workerPool.id));
  await heartbeat.unlockDead(options.alone);
  const begin = (some: readonly Task[], crons: readonly Recurring[], limits: Partial<RunnerOptions>): Promise<Runner> =>
    run({
      pgPool: pool,
      schema: 'graphile_worker',
      ...limits,
      // New jobs are announced; polling finds those whose time has come.
      pollInterval: 1_000,
      noHandleSignals: true,
      taskList: handlersOf(some, ports),
      parsedCronItems: parseCronItems(
        crons.map(({ task, schedule, catchUp }) => ({ task, match: schedule, options: { backfillPeriod: catchUp } })),
      ),
      events,
      logger: queueLogger(log),
    });
  const main = new RestartableRunner(async () => {
    await forgetFutureRuns(pool);
    const own = tasks.filter((task) => !task.waitsForOthers);
    return begin(own, recurring, { concurrency });
  }, log);
  // Separate, because a server that hangs would otherwise occupy every place.
  const waiting = waitingKinds.flatMap((kind) => {
    const slow = tasks.filter((task) => task.waitsForOthers === kind);
    const limits = { concurrency: waitingConcurrency[kind], gracefulShutdownAbortTimeout: abortTimeout };
    return slow.length > 0 ? [new RestartableRunner(() => begin(slow, [], limits), log)] : [];
  });
  const runners = [main, ...waiting];
  for (const runner of runners) await runner.start();
  await heartbeat.start();
  const unwatch = watchClock((milliseconds) => {
    log.warn({ milliseconds }, 'worker.clock_jumped');
    main.restart();
  }, lookAtClock);
  return {
    async check() {
      for (const runner of runners) runner.check();
      heartbeat.check();
      return Promise.resolve();
    },
    async stop() {
      unwatch();
      pool.stopRetrying();
      await Promise.all(runners.map((runner) => runner.stop()));
      await heartbeat.stop();
      await pool.end();
    },
  };
}

/** After the clock was set back, runs recorded in the future would keep the queue from starting anything until then. */
async function forgetFutureRuns(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update graphile_worker._private_known_crontabs set last_execution = null
     where last_execution > $1::timestamptz + interval '5 minutes'`,
    [instantOf(Date.now())],
  );
}

function handlersOf(tasks: readonly Task[], ports: Ports): TaskList {
  const entries = tasks.flatMap((task) => {
    const handle = async (payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }): Promise<void> =>
      task.run(task.payload.parse(payload), ports, abortSignal).catch((error: unknown) => {
        if (!isNoRoom(error)) throw error;
        throw new Error(`${waitsForRoom}${error instanceof Error ? error.message : ''}`, { cause: error });
      });
    return [task.name, ...(task.formerNames ?? [])].map((name) => [name, handle]);
  });
  return Object.fromEntries(entries) as TaskList;
}

function queueEvents(log: Logger): WorkerEvents {
  const events = new EventEmitter() as WorkerEvents;
  events.on('job:failed', ({ job, error }) => {
    log.error({ err: error, task: job.task_identifier, job: job.id, attempts: job.attempts }, 'job.failed');
  });
  events.on('job:error', ({ job, error }) => {
    log.warn({ err: error, task: job.task_identifier, job: job.id, attempts: job.attempts }, 'job.retried');
  });
  return events;
}

/** The queue's own messages at level debug, its problems as events. A failed job has its own event. */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    if (level === 'error' && !meta?.failure) log.error({ queue: message }, 'worker.queue_error');
    else if (level === 'warning') log.warn({ queue: message }, 'worker.queue_warning');
    else log.debug({ queue: message }, 'worker.queue');
  });
}

/** Milliseconds by which the wall clock may drift from the monotonic one between two checks. */
const tolerance = 60_000;

/**
 * Checks whether the wall clock has moved against the monotonic one: the machine slept, or the clock was set.
 * `onJump` gets the milliseconds, negative where the clock moved back. Answers a function that ends the watch.
 */
function watchClock(onJump: (milliseconds: number) => void, every: number): () => void {
  let offset = Date.now() - performance.now();
  const timer = setInterval(() => {
    const now = Date.now() - performance.now();
    const moved = now - offset;
    offset = now;
    if (Math.abs(moved) > tolerance) onJump(Math.round(moved));
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}

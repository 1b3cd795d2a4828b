import { EventEmitter } from 'node:events';
import {
  Logger as QueueLogger,
  parseCronItems,
  run,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import { createHeartbeat } from '#app/jobs/heartbeat.ts';
import type { Recurring, Task } from '#app/jobs/task.ts';
import type { Ports } from '#app/ports.ts';
import { applicationRole } from '#app/database/pool.ts';

export interface Worker {
  /** Rejects where jobs are not being worked off; for /readyz. */
  check(): Promise<void>;
  /** Takes no further job and waits for those that run. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  databaseUrl: string;
  /** Whether no other process works on this database: then whatever is still locked belongs to the dead. */
  alone: boolean;
  ports: Ports;
  tasks: readonly Task[];
  recurring: readonly Recurring[];
  log: Logger;
  /** Jobs at a time. */
  concurrency?: number;
}

/** Works off the queue until stopped. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { ports, tasks, recurring, log, concurrency = 4 } = options;
  // Of its own, with the queue library's own idea of times.
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    application_name: 'imprimatur worker',
    options: `-c role=${applicationRole}`,
    max: concurrency + 3,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'the worker lost a connection'));
  pool.on('connect', (client) => client.on('error', () => undefined));
  const events = new EventEmitter() as WorkerEvents;
  const heartbeat = createHeartbeat({ pool, log });
  // A job is locked in the name of the pool that took it, not of the worker in it.
  events.on('pool:create', ({ workerPool }) => heartbeat.add(workerPool.id));
  events.on('job:failed', ({ job, error }) => {
    log.error({ err: error, task: job.task_identifier, job: job.id, attempts: job.attempts }, 'a job failed for good');
  });
  events.on('job:error', ({ job, error }) => {
    log.warn(
      { err: error, task: job.task_identifier, job: job.id, attempts: job.attempts },
      'a job will be tried again',
    );
  });
  await heartbeat.unlockDead(options.alone);
  const runner = await run({
    pgPool: pool,
    schema: 'graphile_worker',
    concurrency,
    // Jobs are announced; this only finds those whose time has come.
    pollInterval: 1_000,
    noHandleSignals: true,
    taskList: Object.fromEntries(tasks.map((task) => [task.name, handler(task, ports)])) as TaskList,
    parsedCronItems: parseCronItems(
      recurring.map(({ task, schedule, catchUp }) => ({ task, match: schedule, options: { backfillPeriod: catchUp } })),
    ),
    events,
    logger: quietLogger(log),
  });
  heartbeat.start();
  return follow(runner, heartbeat, pool, log);
}

const handler =
  (task: Task, ports: Ports) =>
  async (payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }): Promise<void> =>
    task.run(task.payload.parse(payload), ports, abortSignal);

function follow(runner: Runner, heartbeat: ReturnType<typeof createHeartbeat>, pool: pg.Pool, log: Logger): Worker {
  let ended: string | undefined;
  runner.promise.then(
    () => (ended = 'The worker was stopped.'),
    (error: unknown) => {
      ended = 'The worker ended.';
      log.error({ err: error }, 'the worker ended');
    },
  );
  return {
    async check() {
      if (ended) throw new Error(ended);
      heartbeat.check();
    },
    async stop() {
      if (!ended) await runner.stop();
      await heartbeat.stop();
      await pool.end();
    },
  };
}

/** The queue's own chatter is of use at the level `debug` alone; its errors are the product's. */
function quietLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message) => {
    if (level === 'error') log.error({ queue: message }, 'the job queue has a problem');
    else if (level === 'warning') log.warn({ queue: message }, 'the job queue warns');
    else log.debug({ queue: message }, 'job queue');
  });
}

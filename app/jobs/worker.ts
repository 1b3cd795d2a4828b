import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
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
import { createHeartbeat } from '#app/jobs/heartbeat.ts';
import { QueuePool } from '#app/jobs/queue-pool.ts';
import type { Recurring, Task } from '#app/jobs/task.ts';
import { watchClock } from '#app/jobs/watch-clock.ts';
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
  /** Milliseconds between two looks at whether the clock has jumped. */
  lookAtClock?: number;
}

/** Jobs at a time that wait for servers of others; the mail server is given two connections. */
const waitingAtATime = 2;

/** Milliseconds from the server's stop to that of a job that waits for others: most answers come within so long. */
const lastWait = 25_000;

/** Works off the queue until stopped. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { ports, tasks, recurring, log, concurrency = 4, lookAtClock = 5_000 } = options;
  // Of its own, with the queue library's own idea of times.
  const pool = new QueuePool({
    connectionString: options.databaseUrl,
    application_name: 'imprimatur worker',
    options: `-c role=${applicationRole}`,
    max: concurrency + waitingAtATime + 4,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'the worker lost a connection'));
  const events = new EventEmitter() as WorkerEvents;
  const heartbeat = createHeartbeat({ pool, log, secretKey: ports.config.secretKey });
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
  const begin = (
    some: readonly Task[],
    begun: readonly Recurring[],
    places: Pick<RunnerOptions, 'concurrency' | 'gracefulShutdownAbortTimeout'>,
  ): Promise<Runner> =>
    run({
      pgPool: pool,
      schema: 'graphile_worker',
      ...places,
      // Jobs are announced; this only finds those whose time has come.
      pollInterval: 1_000,
      noHandleSignals: true,
      taskList: Object.fromEntries(some.map((task) => [task.name, handler(task, ports)])) as TaskList,
      parsedCronItems: parseCronItems(
        begun.map(({ task, schedule, catchUp }) => ({
          task,
          match: schedule,
          options: { backfillPeriod: catchUp },
        })),
      ),
      events,
      logger: quietLogger(log),
    });
  const own = tasks.filter((task) => !task.waitsForOthers);
  const waiting = tasks.filter((task) => task.waitsForOthers);
  const running = new Running(async () => {
    await forgetTheFuture(pool);
    return begin(own, recurring, { concurrency });
  }, log);
  await running.start();
  // Of their own: a mail server that hangs would hold every place, and nothing would come into force or be signed for hours.
  const apart = { concurrency: waitingAtATime, gracefulShutdownAbortTimeout: lastWait };
  const letters = waiting.length > 0 ? new Running(() => begin(waiting, [], apart), log) : null;
  await letters?.start();
  await heartbeat.start();
  const unwatch = watchClock((milliseconds) => {
    log.warn({ milliseconds }, 'the clock has jumped: what it begins is begun anew');
    running.renew();
  }, lookAtClock);
  return {
    async check() {
      running.check();
      letters?.check();
      heartbeat.check();
      return Promise.resolve();
    },
    async stop() {
      unwatch();
      pool.giveUp();
      await Promise.all([running.stop(), letters?.stop()]);
      await heartbeat.stop();
      await pool.end();
    },
  };
}

/** What the clock is said to have begun in minutes that are still to come, as before it was put back, would not be begun until then. */
async function forgetTheFuture(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update graphile_worker._private_known_crontabs set last_execution = null where last_execution > $1::timestamptz + interval '5 minutes'`,
    [new Date().toISOString()],
  );
}

/**
 * The queue's runner, begun anew where the clock has jumped: by itself the queue would go through every minute of a jump ahead one by one, as
 * if each had to be made up for, and after a jump back begin nothing until the clock is there again.
 */
class Running {
  #runner: Runner | undefined;
  #ended: string | undefined;
  #stopping = false;
  #turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly begin: () => Promise<Runner>,
    private readonly log: Logger,
  ) {}

  async start(): Promise<void> {
    const runner = await this.begin();
    this.#runner = runner;
    runner.promise.then(
      () => this.#over(runner, 'The worker was stopped.'),
      (error: unknown) => {
        this.#over(runner, 'The worker ended.');
        this.log.error({ err: error }, 'the worker ended');
      },
    );
  }

  /** After the jobs that run. */
  renew(): void {
    this.#turn = this.#turn.then(async () => {
      const before = this.#runner;
      if (this.#stopping || this.#ended || !before) return;
      this.#runner = undefined;
      await before.stop().catch((error: unknown) => this.log.warn({ err: error }, 'the worker did not stop well'));
      await this.#startOnceItCan();
    });
  }

  /** A machine that wakes finds another time and, as often, its connections to the database gone. */
  async #startOnceItCan(): Promise<void> {
    for (let tries = 1; !this.#stopping; tries++) {
      try {
        return await this.start();
      } catch (error) {
        this.log.warn({ err: error }, 'the worker cannot be begun anew yet');
        await sleep(Math.min(tries * 250, 5_000));
      }
    }
  }

  check(): void {
    if (this.#ended) throw new Error(this.#ended);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#turn;
    if (!this.#ended) await this.#runner?.stop();
  }

  #over(runner: Runner, said: string): void {
    if (runner === this.#runner) this.#ended = said;
  }
}

const handler =
  (task: Task, ports: Ports) =>
  async (payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }): Promise<void> =>
    task.run(task.payload.parse(payload), ports, abortSignal);

/** The queue's own chatter is of use at the level `debug` alone; its errors are the product's. */
function quietLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    // That a job failed is told by its event, as what it is: tried again, or given up.
    if (level === 'error' && !meta?.failure) log.error({ queue: message }, 'the job queue has a problem');
    else if (level === 'warning') log.warn({ queue: message }, 'the job queue warns');
    else log.debug({ queue: message }, 'job queue');
  });
}

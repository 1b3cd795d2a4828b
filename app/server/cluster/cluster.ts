import cluster, { type Worker } from 'node:cluster';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { root } from '#app/adapters/environment/config.ts';
import { Fault } from '#app/adapters/environment/fault.ts';
import { shutdownTimeout } from '#app/server/http-server.ts';
import { forwardLines, type LogDestination } from '#app/adapters/log/log.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** Milliseconds before an ended worker is replaced, so that one that cannot start does not keep the machine busy. */
const restartDelay = 1_000;

/** MB of JavaScript memory of a worker. The query cache takes a twentieth; the process needs about 100 MB beside it. */
const workerMemory = 320;

/** MB of new objects at which a worker, or one of its threads, frees those that are gone; by itself V8 waits for 16. */
const newObjects = 4;

/**
 * glibc returns blocks of this size to the system at once; by itself it raises the size with each larger block. Threads
 * share two of its arenas; by itself each keeps one.
 */
const allocator = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' };

export interface WebCluster {
  /** Starts the workers; resolves when the first answers requests. Throws a `Fault` where it cannot. */
  start(databaseUrl: string, checkJobs: () => Promise<void>): Promise<void>;
  /** Lets the open requests finish, and ends the workers. */
  close(): Promise<void>;
}

/**
 * `size` processes that answer requests at one port (https://nodejs.org/api/cluster.html). A worker that ends unasked
 * is replaced. The first one is spawned at once, so that it loads while the database is being opened.
 */
export function createWebCluster(size: number, log: Logger, destination: LogDestination): WebCluster {
  const exec = path.join(root, 'scripts/web.mjs');
  const stdio = ['ignore', 'pipe', 'inherit', 'ipc'];
  cluster.setupPrimary({
    exec,
    args: [],
    execArgv: [...process.execArgv, `--max-old-space-size=${workerMemory}`, `--max-semi-space-size=${newObjects}`],
    stdio,
  });
  // Counts the API calls of all workers (app/server/api/limits.ts).
  new RateLimiterClusterMaster();
  /** Whether each worker is loaded: a message sent earlier is lost. */
  const workers = new Map<Worker, boolean>();
  let databaseUrl: string | null = null;
  let checkJobs: () => Promise<void> = () => Promise.reject(new Error('Jobs have not started.'));
  let closing = false;

  const startWorker = (worker: Worker): void => {
    if (databaseUrl && workers.get(worker)) send(worker, { kind: 'start', databaseUrl });
  };

  const answerCheck = async (worker: Worker, check: number): Promise<void> => {
    const fault = await checkJobs().then(
      () => null,
      (error: Error) => error.message,
    );
    send(worker, { kind: 'jobs_checked', check, fault });
  };

  /** Resolves once the worker answers requests; rejects where it ends before. */
  const spawnWorker = (): Promise<void> => {
    const worker = cluster.fork(allocator);
    workers.set(worker, false);
    if (worker.process.stdout) forwardLines(worker.process.stdout, destination);
    let started = false;
    const starting = new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        switch (message.kind) {
          case 'loaded':
            workers.set(worker, true);
            startWorker(worker);
            break;
          case 'started':
            started = true;
            log.info({ pid: worker.process.pid }, 'web.started');
            resolve();
            break;
          case 'failed':
            reject(new Fault(message.sentence));
            break;
          case 'check_jobs':
            void answerCheck(worker, message.check);
        }
      });
      worker.once('exit', (code, signal) => {
        workers.delete(worker);
        reject(new Error(`A web process ended before it started (${signal ?? code}).`));
        if (started && !closing) void replaceWorker(worker, signal ?? code);
      });
    });
    starting.catch(() => undefined);
    // After a broken channel the process ends.
    worker.on('error', () => undefined);
    return starting;
  };

  const spawnUntilStarted = async (): Promise<void> => {
    while (!closing) {
      try {
        return await spawnWorker();
      } catch (error) {
        if (!closing) log.error({ err: error }, 'web.start_failed');
        await sleep(restartDelay);
      }
    }
  };

  const replaceWorker = async (ended: Worker, reason: string | number): Promise<void> => {
    log.error({ pid: ended.process.pid, reason }, 'web.ended');
    await sleep(restartDelay);
    await spawnUntilStarted();
  };

  const first = spawnWorker();

  return {
    async start(url, check) {
      databaseUrl = url;
      checkJobs = check;
      for (const worker of workers.keys()) startWorker(worker);
      await first;
      for (let i = 1; i < size; i++) void spawnUntilStarted();
    },
    async close() {
      closing = true;
      await Promise.all([...workers].map(([worker, loaded]) => endWorker(worker, loaded && databaseUrl !== null)));
    },
  };
}

function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}

/** `gracefully`: the worker was started, so it has requests to finish. */
async function endWorker(worker: Worker, gracefully: boolean): Promise<void> {
  if (worker.isDead()) return;
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const kill = () => void worker.process.kill('SIGKILL');
  if (gracefully) send(worker, { kind: 'stop' });
  else kill();
  const timer = setTimeout(kill, shutdownTimeout + 5_000);
  await ended;
  clearTimeout(timer);
}

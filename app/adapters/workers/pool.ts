import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Transferable } from 'node:worker_threads';
import Piscina from 'piscina';
import { codeOf } from '#events/error-code.ts';
import { root } from '#app/adapters/environment/config.ts';
import { place } from '#app/adapters/workers/place.ts';
import { limitWork } from '#app/adapters/workers/work-limit.ts';

/** A task for a thread: a module whose default export takes the input, a structured clone. */
export interface WorkerTask<Input, Output> {
  /** Path from the product's root, for example `app/adapters/pdf/tasks/inspect.ts`. */
  readonly module: string;
  /** Milliseconds of a processor's time, from when a thread begins it; null: unlimited. */
  readonly timeout: number | null;
  /** Nobody waits for it: it begins when no other task waits for a thread. */
  readonly background: boolean;
  /** Only carries the types. */
  readonly signature?: (input: Input) => Output | Promise<Output>;
}

/**
 * Declares a task: `workerTask<typeof work>('app/adapters/pdf/tasks/inspect.ts', 20_000)`, with `work` imported as a
 * type.
 */
export const workerTask = <Work extends (input: never) => unknown>(
  module: string,
  timeout: number | null,
  { background = false }: { background?: boolean } = {},
): WorkerTask<Parameters<Work>[0], Awaited<ReturnType<Work>>> => ({ module, timeout, background });

/**
 * A task exceeded its limits. That it was not finished in its time is no fault of its input: it may be sent again.
 * Errors that a task throws are passed on without their own fields.
 */
export class WorkerError extends Error {
  constructor(
    readonly code: 'worker_timeout' | 'worker_out_of_memory',
    module: string,
  ) {
    super(code === 'worker_timeout' ? `${module} was not finished in its time` : `${module} needed too much memory`);
  }
}

/** Whether a task needed more memory than it may have, which it will again. */
export const isOutOfMemory = (error: unknown): boolean => codeOf(error) === 'worker_out_of_memory';

/** Whether a task was not finished in its time: the next try may succeed. */
export const isUnfinished = (error: unknown): boolean => codeOf(error) === 'worker_timeout';

/** Threads for heavy work, so that the serving thread stays free. */
export interface WorkerPool {
  /** Waits for a free thread. Throws `WorkerError` if the task exceeds its time or memory, and ends its thread. */
  run<Input, Output>(task: WorkerTask<Input, Output>, input: Input, transfer?: Transferable[]): Promise<Output>;
  close(): Promise<void>;
}

export interface WorkerPoolOptions {
  /** Tasks that run at once. Default: one for each core, at most 4. */
  threads?: number;
  /** The JavaScript memory of each thread, in MB. */
  memory?: number;
  /** Milliseconds until an idle thread ends. */
  idle?: number;
}

/** A pool starts threads when they are first needed and ends idle ones after a minute. */
export function createWorkerPool({
  threads = Math.min(availableParallelism(), 4),
  memory = 768,
  idle = 60_000,
}: WorkerPoolOptions = {}): WorkerPool {
  const pool = new Piscina({
    filename: path.join(root, 'app/adapters/workers/thread.mjs'),
    workerData: place,
    // Threads inherit no loader from the process: each installs its own.
    execArgv: [],
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idle,
    // A small young generation is collected often, and with it what lies outside the heap.
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 12 },
    // A thread that waits by Atomics receives nothing between its tasks.
    atomics: 'disabled',
  });
  // After ending a thread Piscina starts none for waiting tasks, so they wait here, before their time begins.
  const waiting: (() => void)[] = [];
  const inBackground: (() => void)[] = [];
  let running = 0;

  async function runNow<Input, Output>(
    { module, timeout }: WorkerTask<Input, Output>,
    input: Input,
    transferList: Transferable[],
  ): Promise<Output> {
    const limit = timeout === null ? null : limitWork(timeout);
    try {
      const thread = limit && limit.thread;
      return await pool.run(
        { module, input, thread },
        { signal: limit && limit.signal, transferList: transferList as never },
      );
    } catch (error) {
      if (limit?.signal.aborted) throw new WorkerError('worker_timeout', module);
      if (codeOf(error) !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      throw new WorkerError('worker_out_of_memory', module);
    } finally {
      limit?.end();
    }
  }

  return {
    async run(task, input, transfer = []) {
      const queue = task.background ? inBackground : waiting;
      if (running === threads) await new Promise<void>((resolve) => queue.push(resolve));
      else running++;
      try {
        return await runNow(task, input, transfer);
      } finally {
        const next = waiting.shift() ?? inBackground.shift();
        if (next) next();
        else running--;
      }
    },
    close: () => pool.destroy(),
  };
}

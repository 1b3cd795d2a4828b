import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Transferable } from 'node:worker_threads';
import Piscina from 'piscina';
import { root } from '#app/config.ts';

/**
 * Work that a thread can do: a module whose default export takes the input, which is copied as `structuredClone` does.
 */
export interface WorkerTask<Input, Output> {
  /** From the root of the product, for example `app/pdf/tasks/inspect.ts`. */
  readonly module: string;
  /** Milliseconds from the moment a thread is free; null: unlimited. */
  readonly timeout: number | null;
  /** Carries the types alone. */
  readonly signature?: (input: Input) => Output | Promise<Output>;
}

/** Declares a task: `workerTask<typeof work>('app/pdf/tasks/inspect.ts', 20_000)`, with `work` imported as a type. */
export const workerTask = <Work extends (input: never) => unknown>(
  module: string,
  timeout: number | null,
): WorkerTask<Parameters<Work>[0], Awaited<ReturnType<Work>>> => ({ module, timeout });

/**
 * A task that did not end within its limits. Errors that the task itself throws are passed on without their own fields.
 */
export class WorkerError extends Error {
  constructor(
    readonly code: 'worker_timeout' | 'worker_out_of_memory',
    module: string,
  ) {
    super(code === 'worker_timeout' ? `${module} took too long` : `${module} needed too much memory`);
  }
}

/** Whether a task exceeded its time or memory. */
export const isWorkerLimit = (error: unknown): boolean =>
  ['worker_timeout', 'worker_out_of_memory'].includes((error as { code?: string }).code ?? '');

/** Threads for heavy work, which never holds up the serving thread. */
export interface WorkerPool {
  /**
   * Waits for a free thread. Throws `WorkerError` where the task exceeds its time or memory; its thread is ended then.
   */
  run<Input, Output>(task: WorkerTask<Input, Output>, input: Input, transfer?: Transferable[]): Promise<Output>;
  close(): Promise<void>;
}

export interface WorkerPoolOptions {
  /** How many tasks run at once. Default: one for each core, at most 4. */
  threads?: number;
  /** The JavaScript memory of each thread, in MB. */
  memory?: number;
  /** How long a thread without work stays, in milliseconds. */
  idle?: number;
}

/** A pool starts its threads when they are first needed, and ends those that have been idle for a minute. */
export function createWorkerPool({
  threads = Math.min(availableParallelism(), 4),
  memory = 768,
  idle = 60_000,
}: WorkerPoolOptions = {}): WorkerPool {
  const pool = new Piscina({
    filename: path.join(root, 'app/workers/thread.mjs'),
    workerData: { root },
    // A thread inherits no loader from the process: it installs its own.
    execArgv: [],
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idle,
    resourceLimits: { maxOldGenerationSizeMb: memory },
    // A thread that waits by Atomics answers nothing between its tasks.
    atomics: 'disabled',
  });
  // Piscina starts no thread for the tasks that wait when it ends one: they wait here instead, and their time has not
  // begun.
  const waiting: (() => void)[] = [];
  let running = 0;

  async function runNow<Input, Output>(
    { module, timeout }: WorkerTask<Input, Output>,
    input: Input,
    transferList: Transferable[],
  ): Promise<Output> {
    const signal = timeout === null ? null : AbortSignal.timeout(timeout);
    try {
      return await pool.run({ module, input }, { signal, transferList: transferList as never });
    } catch (error) {
      if (signal?.aborted) throw new WorkerError('worker_timeout', module);
      if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      throw new WorkerError('worker_out_of_memory', module);
    }
  }

  return {
    async run(task, input, transfer = []) {
      if (running === threads) await new Promise<void>((resolve) => waiting.push(resolve));
      else running++;
      try {
        return await runNow(task, input, transfer);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
    close: () => pool.destroy(),
  };
}

import { Worker, parentPort, workerData } from 'node:worker_threads';
import type pg from 'pg';

/** How to connect as a pool does, in a form that another thread can be given. */
export const connectionOf = ({ options }: pg.Pool): pg.ClientConfig => ({
  connectionString: options.connectionString,
  application_name: options.application_name,
  options: options.options,
});

type Reply<Result> = { value: Result } | { error: unknown };

/** A thread that carries out one task at a time, in a module that calls `serve`. */
export class Thread<Task, Result> {
  readonly #worker: Worker;
  #settle: ((reply: Reply<Result>) => void) | undefined;
  #ended: Reply<Result> | undefined;

  /** `given` and the tasks are copied; results come back as structured clones, in which a Buffer is a Uint8Array. */
  constructor(module: URL, given: unknown) {
    this.#worker = new Worker(new URL('./thread.mjs', import.meta.url), {
      workerData: { module: module.href, given },
    });
    this.#worker.on('message', (reply: Reply<Result>) => this.#settle?.(reply));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error(`The thread of ${module.href} ended.`)));
  }

  #end(error: unknown): void {
    this.#ended ??= { error };
    this.#settle?.(this.#ended);
  }

  /** Throws what the task threw, or that the thread ended. */
  readonly run = async (task: Task): Promise<Result> => {
    const reply = await new Promise<Reply<Result>>((resolve) => {
      if (this.#ended) resolve(this.#ended);
      this.#settle = resolve;
      this.#worker.postMessage(task);
    });
    if ('error' in reply) throw reply.error;
    return reply.value;
  };

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** The other end: carries out each task with what `begin` made of what the thread was given. */
export const serve = <Given, Task, Result>(begin: (given: Given) => Promise<(task: Task) => Promise<Result>>): void => {
  const port = parentPort!;
  const begun = begin((workerData as { given: Given }).given);
  // Told with the first task.
  begun.catch(() => undefined);
  port.on('message', (task: Task) => {
    begun
      .then((work) => work(task))
      .then(
        (value) => port.postMessage({ value }),
        (error: unknown) => port.postMessage({ error }),
      );
  });
};

/**
 * Has `hands` carry out the tasks, each hand the next one that is left, and takes the results in the tasks' order. Throws what
 * the first failure was, when no hand is at work any more.
 */
export const share = async <Task, Result>(
  tasks: readonly Task[],
  hands: readonly ((task: Task) => Promise<Result>)[],
  take: (result: Result) => void,
): Promise<void> => {
  const results = new Map<number, Result>();
  const failures: unknown[] = [];
  let next = 0;
  let taken = 0;
  const work = async (hand: (task: Task) => Promise<Result>): Promise<void> => {
    while (next < tasks.length && failures.length === 0) {
      const n = next++;
      results.set(n, await hand(tasks[n]!));
      for (let result = results.get(taken); result !== undefined; result = results.get(++taken)) {
        results.delete(taken);
        take(result);
      }
    }
  };
  await Promise.all(hands.map((hand) => work(hand).catch((error: unknown) => failures.push(error))));
  if (failures.length > 0) throw failures[0];
};

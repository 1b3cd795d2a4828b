import { workTime } from '#app/adapters/workers/work-time.ts';

const checkEvery = 100;
/** By the clock a task gets so many times its limit: a busy machine makes it wait, and it may wait for storage. */
const byTheClock = 10;

/** A limit of one task's work. */
export interface WorkLimit {
  /** Aborted once the task has worked for longer. */
  signal: AbortSignal;
  /** For the thread of the task, which writes its number there when it begins; -1 where it has none. */
  thread: Int32Array;
  /** The task ended. */
  end(): void;
}

/** Limits the work of a task to so many milliseconds of a processor's time, from when its thread begins it. */
export function limitWork(limit: number): WorkLimit {
  const over = new AbortController();
  const thread = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let begun: { at: number; work: number | null } | undefined;
  const check = (): void => {
    const number = Atomics.load(thread, 0);
    if (number === 0) return;
    const now = { at: performance.now(), work: workTime(number) };
    begun ??= now;
    const worked = now.work !== null && begun.work !== null ? now.work - begun.work : 0;
    if (worked > limit || now.at - begun.at > limit * byTheClock) over.abort();
  };
  const timer = setInterval(check, checkEvery);
  timer.unref();
  return { signal: over.signal, thread, end: () => clearInterval(timer) };
}

// Runs inside every thread of the pool. Plain JavaScript, since it is what loads TypeScript where nothing is built.
import { readlinkSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { loadModule } from './load-module.mjs';

const own = ownNumber();

/** Carries out one task: the default export of a module, with its input. `thread`: where it says that it begins. */
export default async function run({ module, input, thread }) {
  const { default: work } = await loadModule(module, workerData);
  if (thread) Atomics.store(thread, 0, own);
  return work(input);
}

/** The number by which the system counts the work of this thread; -1 where it does not. */
function ownNumber() {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return -1;
  }
}

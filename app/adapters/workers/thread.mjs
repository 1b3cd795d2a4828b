// Runs inside every thread of the pool. Plain JavaScript, since it is what loads TypeScript where nothing is built.
import { workerData } from 'node:worker_threads';
import { loadModule } from './load-module.mjs';

/** Carries out one task: the default export of a module, with its input. */
export default async function run({ module, input }) {
  const { default: work } = await loadModule(module, workerData);
  return work(input);
}

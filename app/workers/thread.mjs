// Runs inside every thread of the pool. Plain JavaScript, since it is what installs the TypeScript loader.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();

/** Carries out one task: the default export of a module, with its input. */
export default async function run({ module, input }) {
  const { default: work } = await import(pathToFileURL(path.join(workerData.root, module)).href);
  return work(input);
}

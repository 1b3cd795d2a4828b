// Loads a module in a thread or process of its own. Plain JavaScript.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

let registered = false;

/**
 * `module`: its source, from the product's root. `isBuilt`: it was built with the server (scripts/tasks.mjs). A
 * compiler takes 60 MB of memory and a second in each thread.
 */
export async function loadModule(module, { root, isBuilt }) {
  if (isBuilt) return import(pathToFileURL(path.join(root, 'build/tasks', module.replace(/\.ts$/, '.js'))).href);
  if (!registered) (await import('tsx/esm/api')).register();
  registered = true;
  return import(pathToFileURL(path.join(root, module)).href);
}

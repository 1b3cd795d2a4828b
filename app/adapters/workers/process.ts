import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { root } from '#app/adapters/environment/config.ts';
import { place } from '#app/adapters/workers/place.ts';

/**
 * Starts a module in its own process with `memory` MB for JavaScript, for work that takes minutes. Standard output is a
 * pipe; messages go both ways. Shorter work runs in threads (`createWorkerPool`).
 */
export const startModule = (module: string, memory: number): ChildProcess =>
  fork(path.join(root, 'app/adapters/workers/process.mjs'), [module, JSON.stringify(place)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [`--max-old-space-size=${memory}`, '--max-semi-space-size=8'],
  });

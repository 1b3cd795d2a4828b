// What a thread begins with: Node 20 gives it no loader for TypeScript of its own. Plain JavaScript.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData.module);

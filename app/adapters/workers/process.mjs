// Runs inside a process that `startModule` starts. Plain JavaScript, since it is what loads TypeScript where nothing is
// built.
import { loadModule } from './load-module.mjs';

const [, , module, place] = process.argv;
await loadModule(module, JSON.parse(place));

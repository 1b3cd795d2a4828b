import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** An engine may grow to this, whatever a file asks for; a thread does not count what WebAssembly takes. */
const mostMemory = 192 * 1024 * 1024;

/** Compiles an engine once for each thread. It is instantiated anew for each file, since its memory never shrinks. */
export const compileEngine = async (file: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await readFile(file));

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** So much may have been added outside the heap since the last collection, which takes longer than most files. */
const mostUncollected = 64 * 1024 * 1024;
let afterLast = 0;

/** Frees what engines and inflaters let go. It lies outside the heap, so that collection comes too late by itself. */
export async function collect(): Promise<void> {
  if (process.memoryUsage().external < afterLast + mostUncollected) return;
  // What the running function still holds is let go first, and then what its finalizers held.
  for (let i = 0; i < 2; i++) {
    await setImmediate();
    gc();
  }
  afterLast = process.memoryUsage().external;
}

/** The `instantiateWasm` of an Emscripten module, which need not be compiled again. */
export const instantiate =
  (compiled: WebAssembly.Module) =>
  (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): WebAssembly.Exports => {
    const instance = countStarved(() => new WebAssembly.Instance(compiled, imports));
    done(instance);
    return instance.exports;
  };

const pageSize = 65_536;
const { grow } = WebAssembly.Memory.prototype;

let refused = 0;
let starved = 0;
/** How often an engine asked for more memory than it may have, and for memory that the machine did not have. */
export const memoryFaults = (): { refused: number; starved: number } => ({ refused, starved });

function countStarved<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) starved++;
    throw error;
  }
}

// For all engines of the thread: qpdf's module makes its own instance. Beyond the limit, the engine's own `malloc`
// fails.
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * pageSize > mostMemory) {
    refused++;
    throw new RangeError('The engine needs too much memory');
  }
  return countStarved(() => grow.call(this, pages));
};

/** An engine binds the console when it is created, and offers no other place to write to. */
export function quietly<T>(work: () => T): T {
  const { log, error } = console;
  const nothing = (): undefined => undefined;
  Object.assign(console, { log: nothing, error: nothing });
  try {
    return work();
  } finally {
    Object.assign(console, { log, error });
  }
}

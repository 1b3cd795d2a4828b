import { readFile } from 'node:fs/promises';

/** An engine may grow to this, whatever a file asks for; a thread's own limit does not count what WebAssembly takes. */
const mostMemory = 320 * 1024 * 1024;

/** Compiles an engine once for each thread. It is instantiated anew for each file, since its memory never shrinks. */
export const compileEngine = async (file: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await readFile(file));

/** The `instantiateWasm` of an Emscripten module, with a limit on its memory: beyond it, the engine's own `malloc` fails. */
export const instantiateWithin =
  (compiled: WebAssembly.Module) =>
  (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): WebAssembly.Exports => {
    const instance = new WebAssembly.Instance(compiled, imports);
    for (const memory of Object.values(instance.exports)) {
      if (memory instanceof WebAssembly.Memory) limit(memory);
    }
    done(instance);
    return instance.exports;
  };

const pageSize = 65_536;

function limit(memory: WebAssembly.Memory): void {
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * pageSize > mostMemory)
      throw new RangeError('The engine needs too much memory');
    return WebAssembly.Memory.prototype.grow.call(memory, pages);
  };
}

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

import { createRequire } from 'node:module';
import createQpdf from '@neslinesli93/qpdf-wasm';
import { collect, compileEngine, instantiate, quietly } from '#app/adapters/pdf/intake/engine.ts';
import { inPieces } from '#app/adapters/pdf/intake/pieces.ts';
import type { RandomAccess } from '#app/adapters/storage/random-access.ts';

interface Engine {
  callMain(args: string[]): number;
  FS: {
    mkdir(path: string): void;
    mount(type: unknown, options: unknown, path: string): void;
    unmount(path: string): void;
    readFile(path: string): Uint8Array;
  };
  WORKERFS: unknown;
  HEAPU8: Uint8Array;
}
const create = createQpdf as unknown as (options: Record<string, unknown>) => Promise<Engine>;
const require = createRequire(import.meta.url);
const compiled = compileEngine(require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'));

/**
 * What the engine's own file system reads with: it takes a thread for a browser's worker where these names are there.
 */
class FileReaderSync {
  readAsArrayBuffer = (piece: Buffer): Uint8Array => piece;
}

function asWorker<T>(work: () => T): T {
  const names = { WorkerGlobalScope: FileReaderSync, FileReaderSync };
  Object.assign(globalThis, names);
  try {
    return work();
  } finally {
    for (const name of Object.keys(names)) Reflect.deleteProperty(globalThis, name);
  }
}

async function createEngine(): Promise<Engine> {
  await collect();
  const instantiateWasm = instantiate(await compiled);
  const engine = await quietly(() => asWorker(() => create({ instantiateWasm })));
  engine.FS.mkdir('in');
  return engine;
}

/** Bytes; an engine begins with 17 MB, and its memory never shrinks. */
const largestReused = 24 * 1024 * 1024;

/** qpdf for one file and what is made from it: nothing that one upload did to an engine reaches another. */
export class Qpdf {
  #engine: Promise<Engine> | null = null;

  /**
   * Whether qpdf finds nothing to complain of: neither in the objects and their index nor in what the streams are
   * packed with.
   */
  isClean = (file: RandomAccess): Promise<boolean> => this.#run(file, ['--check']);

  /**
   * The same without what the streams hold, which takes minutes for pictures of gigabytes: each object, its length and
   * the index.
   */
  isWhole = (file: RandomAccess): Promise<boolean> =>
    this.#run(file, ['--json-output', '--json-stream-data=none', '/dev/null']);

  /**
   * The objects that are used, written anew with a table as index. Equal bytes give equal bytes. Null where qpdf finds
   * damage.
   */
  async writeAnew(file: RandomAccess): Promise<Buffer | null> {
    const engine = await this.#open();
    const isClean = await this.#run(file, ['out.pdf', '--decrypt', '--object-streams=disable', '--deterministic-id']);
    return isClean ? Buffer.from(engine.FS.readFile('out.pdf')) : null;
  }

  /** Lets the engine's memory go. The next call makes another. */
  close(): void {
    this.#engine = null;
  }

  #open = (): Promise<Engine> => (this.#engine ??= createEngine());

  /** Whether qpdf ends without a fault. */
  async #run(file: RandomAccess, args: string[]): Promise<boolean> {
    const engine = await this.#open();
    const read = inPieces(file);
    const slice = (start: number, end: number): Buffer & { size: number } => {
      const piece = read(start, end - start);
      return Object.assign(piece, { size: piece.length });
    };
    const blobs = [{ name: 'in.pdf', data: { size: file.size, slice } }];
    asWorker(() => engine.FS.mount(engine.WORKERFS, { blobs }, 'in'));
    const before = process.exitCode;
    try {
      return engine.callMain(['in/in.pdf', ...args]) === 0;
    } catch {
      // An engine that ended in the middle of its work cannot be used again.
      this.close();
      return false;
    } finally {
      // The engine sets the exit code of the whole process where it fails.
      process.exitCode = before;
      engine.FS.unmount('in');
      if (engine.HEAPU8.byteLength > largestReused) this.close();
    }
  }
}

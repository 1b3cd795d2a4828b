import { createRequire } from 'node:module';
import createQpdf from '@neslinesli93/qpdf-wasm';
import { collect, compileEngine, instantiate, quietly } from '#app/pdf/intake/engine.ts';
import { inPieces } from '#app/pdf/intake/pieces.ts';
import type { RandomAccess } from '#app/storage/random-access.ts';

interface Qpdf {
  callMain(args: string[]): number;
  FS: {
    mkdir(path: string): void;
    mount(type: unknown, options: unknown, path: string): void;
    readFile(path: string): Uint8Array;
  };
  WORKERFS: unknown;
}
const create = createQpdf as unknown as (options: Record<string, unknown>) => Promise<Qpdf>;
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

async function run(file: RandomAccess, args: string[]): Promise<{ clean: boolean; read: () => Uint8Array }> {
  await collect();
  const instantiateWasm = instantiate(await compiled);
  const qpdf = await quietly(() => asWorker(() => create({ instantiateWasm })));
  const read = inPieces(file);
  const slice = (start: number, end: number): Buffer & { size: number } => {
    const piece = read(start, end - start);
    return Object.assign(piece, { size: piece.length });
  };
  qpdf.FS.mkdir('in');
  const blobs = [{ name: 'in.pdf', data: { size: file.size, slice } }];
  asWorker(() => qpdf.FS.mount(qpdf.WORKERFS, { blobs }, 'in'));
  let exit: number;
  const before = process.exitCode;
  try {
    exit = qpdf.callMain(['in/in.pdf', ...args]);
  } catch {
    exit = 2;
  } finally {
    // The engine sets the exit code of the whole process where it fails.
    process.exitCode = before;
  }
  return { clean: exit === 0, read: () => qpdf.FS.readFile('out.pdf') };
}

/**
 * Whether qpdf finds nothing to complain of: neither in the objects and their index nor in what the streams are packed
 * with.
 */
export const isClean = async (file: RandomAccess): Promise<boolean> => (await run(file, ['--check'])).clean;

/**
 * The same without what the streams hold, which takes minutes for pictures of gigabytes: each object, its length and
 * the index.
 */
export const isWhole = async (file: RandomAccess): Promise<boolean> =>
  (await run(file, ['--json-output', '--json-stream-data=none', '/dev/null'])).clean;

/**
 * The objects that are used, written anew with a table as index. Equal bytes give equal bytes. Null where qpdf finds
 * damage.
 */
export async function writeAnew(file: RandomAccess): Promise<Buffer | null> {
  const { clean, read } = await run(file, ['out.pdf', '--decrypt', '--object-streams=disable', '--deterministic-id']);
  return clean ? Buffer.from(read()) : null;
}

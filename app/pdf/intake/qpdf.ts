import { createRequire } from 'node:module';
import createQpdf from '@neslinesli93/qpdf-wasm';
import { collect, compileEngine, instantiate, quietly } from '#app/pdf/intake/engine.ts';

interface Qpdf {
  callMain(args: string[]): number;
  FS: { readFile(path: string): Uint8Array; writeFile(path: string, bytes: Uint8Array): void };
}
const create = createQpdf as unknown as (options: Record<string, unknown>) => Promise<Qpdf>;
const require = createRequire(import.meta.url);
const compiled = compileEngine(require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'));

async function run(bytes: Uint8Array, args: string[]): Promise<{ clean: boolean; read: () => Uint8Array }> {
  await collect();
  const instantiateWasm = instantiate(await compiled);
  const qpdf = await quietly(() => create({ instantiateWasm }));
  qpdf.FS.writeFile('in.pdf', bytes);
  let exit: number;
  const before = process.exitCode;
  try {
    exit = qpdf.callMain(['in.pdf', ...args]);
  } catch {
    exit = 2;
  } finally {
    // The engine sets the exit code of the whole process where it fails.
    process.exitCode = before;
  }
  return { clean: exit === 0, read: () => qpdf.FS.readFile('out.pdf') };
}

/** Whether qpdf finds nothing to complain of: neither in the objects and their index nor in what the streams are packed with. */
export const isClean = async (bytes: Uint8Array): Promise<boolean> => (await run(bytes, ['--check'])).clean;

/** The objects that are used, written anew with a table as index. Equal bytes give equal bytes. Null where qpdf finds damage. */
export async function writeAnew(bytes: Uint8Array): Promise<Buffer | null> {
  const { clean, read } = await run(bytes, ['out.pdf', '--decrypt', '--object-streams=disable', '--deterministic-id']);
  return clean ? Buffer.from(read()) : null;
}

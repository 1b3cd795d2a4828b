import { type Module, withMemory } from '#app/comparison/engine/pdfium-page.ts';

/** Writes at most `length` bytes; answers how many there are. */
type Write = (at: number, length: number) => number;

function readBytes(module: Module, write: Write, end: number): Buffer {
  const length = write(0, 0);
  if (length <= end) return Buffer.alloc(0);
  return withMemory(module, length, (at) => {
    write(at, length);
    return Buffer.from(module.HEAPU8.subarray(at, at + length - end));
  });
}

/** UTF-16 that ends in zero. */
export const readText = (module: Module, write: Write): string => readBytes(module, write, 2).toString('utf16le');

/** UTF-8 that ends in zero. */
export const readUtf8 = (module: Module, write: Write): string => readBytes(module, write, 1).toString('utf8');

/** Lends the name of an entry of a dictionary. */
export function withName<T>(module: Module, name: string, use: (at: number) => T): T {
  const bytes = Buffer.from(`${name}\0`, 'latin1');
  return withMemory(module, bytes.length, (at) => {
    module.HEAPU8.set(bytes, at);
    return use(at);
  });
}

export const quoted = (text: string): string => `“${text}”`;

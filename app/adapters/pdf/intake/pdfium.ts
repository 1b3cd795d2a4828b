import { createRequire } from 'node:module';
import { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import type { RandomAccess } from '#app/adapters/storage/random-access.ts';
import { collect, compileEngine, instantiate, quietly } from '#app/adapters/pdf/intake/engine.ts';
import { inPieces } from '#app/adapters/pdf/intake/pieces.ts';

const require = createRequire(import.meta.url);
const compiled = compileEngine(require.resolve('@hyzyla/pdfium/pdfium.wasm'));

interface Module {
  wasmExports: { malloc(size: number): number; __indirect_function_table: WebAssembly.Table };
  HEAPU8: Uint8Array;
  HEAPU32: Uint32Array;
  _FPDF_SaveAsCopy(document: number, writer: number, flags: number): number;
  _FPDF_LoadCustomDocument(access: number, password: number): number;
}

/** A fresh PDFium: nothing that one file did to it reaches another. */
export async function openPdfium(): Promise<PDFiumLibrary> {
  await collect();
  const instantiateWasm = instantiate(await compiled) as never;
  return quietly(() => PDFiumLibrary.init({ instantiateWasm }));
}

/** A file as PDFium reads it. Answers `use`'s value; throws what PDFium throws where it cannot read the file. */
export async function withDocument<T>(
  bytes: Uint8Array,
  use: (document: PDFiumDocument) => T | Promise<T>,
): Promise<T> {
  const library = await openPdfium();
  return use(await library.loadDocument(bytes));
}

/** A file of any length, of which PDFium reads a piece where it needs one: it is never in memory as a whole. */
export async function openInPieces(file: RandomAccess): Promise<PDFiumDocument> {
  const library = await openPdfium();
  const { module } = library as unknown as { module: Module };
  const readPiece = inPieces(file);
  const read = (_file: number, start: number, into: number, length: number): number => {
    const bytes = readPiece(start, length);
    module.HEAPU8.set(bytes, into);
    return bytes.length === length ? 1 : 0;
  };
  const access = module.wasmExports.malloc(12);
  module.HEAPU32.set([file.size, callable(module, read), 0], access / 4);
  const documentIdx = module._FPDF_LoadCustomDocument(access, 0);
  if (!documentIdx) throw new Error('PDFium cannot read the file');
  return new PDFiumDocument({ module, documentPtr: access, documentIdx } as never);
}

/**
 * Whether a file could not be read because it has a password for opening. The library tells errors apart by their words
 * alone.
 */
export const isPasswordError = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Password required or incorrect password';

/** `FPDF_REMOVE_SECURITY` of fpdf_save.h. */
const unrestricted = 3;

/**
 * What PDFium read, written anew: without restrictions, its index made from the objects that are there. Null where it
 * cannot read the file; throws where the file has a password for opening.
 */
export async function saveAnew(bytes: Uint8Array): Promise<{ bytes: Buffer; pages: number } | null> {
  try {
    return await withDocument(bytes, save);
  } catch (error) {
    if (isPasswordError(error)) throw error;
    return null;
  }
}

function save(document: PDFiumDocument): { bytes: Buffer; pages: number } | null {
  const { module, documentIdx } = document as unknown as { module: Module; documentIdx: number };
  const pieces: Uint8Array[] = [];
  const write = (_writer: number, from: number, length: number): number => {
    pieces.push(module.HEAPU8.slice(from, from + length));
    return 1;
  };
  const writer = module.wasmExports.malloc(8);
  module.HEAPU32[writer / 4] = 1;
  module.HEAPU32[writer / 4 + 1] = callable(module, write);
  if (!module._FPDF_SaveAsCopy(documentIdx, writer, unrestricted)) return null;
  return { bytes: withoutId(Buffer.concat(pieces)), pages: document.getPageCount() };
}

/** A module that imports a function of so many numbers and exports it, which makes it one that C can call. */
const trampoline = (parameters: number): Buffer<ArrayBuffer> =>
  Buffer.from(
    `0061736d0100000001${hex(parameters + 5)}0160${hex(parameters)}${'7f'.repeat(parameters)}017f` +
      '02070101650166000007050101660000',
    'hex',
  );
const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** The table cannot grow; this place is empty. */
const nullFunction = 0;

function callable({ wasmExports }: Module, called: (...numbers: [number, number, number, number]) => number): number {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(trampoline(called.length)), { e: { f: called } });
  wasmExports.__indirect_function_table.set(nullFunction, exports.f);
  return nullFunction;
}

/** PDFium makes up an identifier, which would make each rebuilt file another. */
function withoutId(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf('trailer');
  const text = bytes.toString('latin1', at);
  const blank = text.replace(/\/ID\s*\[[^\]]*\]/, (id) => ' '.repeat(id.length));
  bytes.write(blank, at, 'latin1');
  return bytes;
}

import { createRequire } from 'node:module';
import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium';
import { compileEngine, instantiateWithin, quietly } from '#app/pdf/intake/engine.ts';

const require = createRequire(import.meta.url);
const compiled = compileEngine(require.resolve('@hyzyla/pdfium/pdfium.wasm'));

interface Module {
  wasmExports: { malloc(size: number): number; __indirect_function_table: WebAssembly.Table };
  HEAPU8: Uint8Array;
  HEAPU32: Uint32Array;
  _FPDF_SaveAsCopy(document: number, writer: number, flags: number): number;
}

/** A fresh PDFium: nothing that one file did to it reaches another. */
export async function openPdfium(): Promise<PDFiumLibrary> {
  const instantiateWasm = instantiateWithin(await compiled) as never;
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

/** Whether a file could not be read because it has a password for opening. The library tells errors apart by their words alone. */
export const isPasswordError = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Password required or incorrect password';

/** `FPDF_REMOVE_SECURITY` of fpdf_save.h. */
const unrestricted = 3;

/**
 * What PDFium read, written anew: without restrictions, its index made from the objects that are there. Null where it cannot read the file;
 * throws where the file has a password for opening.
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

/** A module that imports a function of three numbers and exports it, which makes it one that C can call. */
const trampoline = Buffer.from('0061736d010000000108016003' + '7f7f7f017f02070101650166000007050101660000', 'hex');

/** The table cannot grow; this place is empty. */
const nullFunction = 0;

function callable({ wasmExports }: Module, called: (a: number, b: number, c: number) => number): number {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(trampoline), { e: { f: called } });
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

import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium';

/** What PDFium offers beyond its library's classes. */
interface Module {
  wasmExports: { malloc(size: number): number; free(at: number): void };
  HEAPU8: Uint8Array;
  HEAP32: Int32Array;
  HEAPF32: Float32Array;
  _FPDF_ClosePage(page: number): void;
  _FPDF_PageToDevice(page: number, ...numbers: number[]): number;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_GetFontSize(text: number, index: number): number;
  _FPDFText_GetLooseCharBox(text: number, index: number, at: number): number;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFFormObj_CountObjects(form: number): number;
  _FPDFFormObj_GetObject(form: number, index: number): number;
  _FPDFPageObj_GetType(object: number): number;
  _FPDFPageObj_GetBounds(object: number, ...at: [number, number, number, number]): number;
  _FPDFImageObj_GetImageDataRaw(object: number, into: number, size: number): number;
}

/** A page as it is open in PDFium. */
export interface OpenPage {
  page: PDFiumPage;
  pageIdx: number;
  module: Module;
}

/** Opens a page (from 0). It takes memory until it is closed, which drawing it does too. */
export function openPage(document: PDFiumDocument, index: number): OpenPage {
  const page = document.getPage(index);
  const { module, pageIdx } = page as unknown as { module: Module; pageIdx: number };
  return { page, module, pageIdx };
}

/** A page that is open while `use` runs. */
export function withPage<T>(document: PDFiumDocument, index: number, use: (open: OpenPage) => T): T {
  const open = openPage(document, index);
  try {
    return use(open);
  } finally {
    open.module._FPDF_ClosePage(open.pageIdx);
  }
}

/** Lends memory of the engine. */
export function withMemory<T>({ wasmExports }: Module, size: number, use: (at: number) => T): T {
  const at = wasmExports.malloc(size);
  if (at === 0) throw new Error('The engine needs too much memory');
  try {
    return use(at);
  } finally {
    wasmExports.free(at);
  }
}

const fine = 10_000;

/** A place on a page as fractions of its picture, however the page is turned or cut. */
export function placeOnPicture({ module, pageIdx }: OpenPage, x: number, y: number): { x: number; y: number } {
  return withMemory(module, 8, (at) => {
    module._FPDF_PageToDevice(pageIdx, 0, 0, fine, fine, 0, x, y, at, at + 4);
    return { x: module.HEAP32[at / 4]! / fine, y: module.HEAP32[at / 4 + 1]! / fine };
  });
}

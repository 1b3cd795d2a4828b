import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium';

/** What PDFium offers beyond its library's classes. */
export interface Module {
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
  _FPDFText_GetFontInfo(text: number, index: number, at: number, length: number, flags: number): number;
  _FPDFText_GetLooseCharBox(text: number, index: number, at: number): number;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFFormObj_CountObjects(form: number): number;
  _FPDFFormObj_GetObject(form: number, index: number): number;
  _FPDFTextObj_SetTextRenderMode(object: number, mode: number): number;
  _FPDFPageObj_GetType(object: number): number;
  _FPDFPageObj_GetBounds(object: number, ...at: [number, number, number, number]): number;
  _FPDFImageObj_GetImageDataRaw(object: number, into: number, size: number): number;
  _FPDF_GetFormType(document: number): number;
  _FORM_OnAfterLoadPage(page: number, form: number): void;
  _FORM_OnBeforeClosePage(page: number, form: number): void;
  _FPDFPage_GetAnnotCount(page: number): number;
  _FPDFPage_GetAnnot(page: number, index: number): number;
  _FPDFPage_CloseAnnot(annotation: number): void;
  _FPDFAnnot_GetSubtype(annotation: number): number;
  _FPDFAnnot_GetFlags(annotation: number): number;
  _FPDFAnnot_GetRect(annotation: number, at: number): number;
  _FPDFAnnot_GetLink(annotation: number): number;
  _FPDFAnnot_GetFileAttachment(annotation: number): number;
  _FPDFAnnot_GetStringValue(annotation: number, key: number, at: number, length: number): number;
  _FPDFAnnot_GetFormFieldType(form: number, annotation: number): number;
  _FPDFAnnot_GetFormFieldFlags(form: number, annotation: number): number;
  _FPDFAnnot_GetFormFieldName: FieldText;
  _FPDFAnnot_GetFormFieldAlternateName: FieldText;
  _FPDFAnnot_GetFormFieldValue: FieldText;
  _FPDFAnnot_GetFormFieldExportValue: FieldText;
  _FPDFAnnot_GetFormAdditionalActionJavaScript(form: number, annotation: number, ...numbers: number[]): number;
  _FPDFAnnot_IsChecked(form: number, annotation: number): number;
  _FPDFAnnot_GetOptionCount(form: number, annotation: number): number;
  _FPDFAnnot_GetOptionLabel(form: number, annotation: number, ...numbers: number[]): number;
  _FPDFAnnot_IsOptionSelected(form: number, annotation: number, index: number): number;
  _FPDFLink_GetDest(document: number, link: number): number;
  _FPDFLink_GetAction(link: number): number;
  _FPDFAction_GetType(action: number): number;
  _FPDFAction_GetDest(document: number, action: number): number;
  _FPDFAction_GetURIPath(document: number, action: number, at: number, length: number): number;
  _FPDFAction_GetFilePath(action: number, at: number, length: number): number;
  _FPDFDest_GetDestPageIndex(document: number, destination: number): number;
  _FPDFDest_GetLocationInPage(destination: number, ...at: number[]): number;
  _FPDFDest_GetView(destination: number, count: number, at: number): number;
  _FPDFBookmark_GetFirstChild(document: number, bookmark: number): number;
  _FPDFBookmark_GetNextSibling(document: number, bookmark: number): number;
  _FPDFBookmark_GetTitle(bookmark: number, at: number, length: number): number;
  _FPDFBookmark_GetDest(document: number, bookmark: number): number;
  _FPDFBookmark_GetAction(bookmark: number): number;
  _FPDFDoc_GetAttachmentCount(document: number): number;
  _FPDFDoc_GetAttachment(document: number, index: number): number;
  _FPDFAttachment_GetName(file: number, at: number, length: number): number;
  _FPDFAttachment_GetFile(file: number, at: number, length: number, size: number): number;
}

type FieldText = (form: number, annotation: number, at: number, length: number) => number;

/** A page as it is open in PDFium. */
export interface OpenPage {
  page: PDFiumPage;
  pageIdx: number;
  documentIdx: number;
  module: Module;
}

/** Opens a page (from 0). It takes memory until it is closed, which drawing it does too. */
export function openPage(document: PDFiumDocument, index: number): OpenPage {
  const page = document.getPage(index);
  const { module, pageIdx, documentIdx } = page as unknown as Omit<OpenPage, 'page'>;
  return { page, module, pageIdx, documentIdx };
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

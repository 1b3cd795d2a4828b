import { createHash } from 'node:crypto';
import type { Box } from './comparison.ts';
import { type OpenPage, placeOnPicture, withMemory } from './pdfium-page.ts';

/** A picture that is embedded in a page. */
export interface PageImage {
  sha256: string;
  box: Box;
}

/** `FPDF_PAGEOBJ_…` of fpdf_edit.h. */
const types = { text: 1, path: 2, image: 3, shading: 4, form: 5 };
const deepest = 5;

export interface PagePictures {
  /** Also those inside of forms, in the order in which they are drawn. */
  images: PageImage[];
  /** It has lines or areas too. */
  isDrawnOn: boolean;
}

export function readPictures(open: OpenPage): PagePictures {
  const images: PageImage[] = [];
  let isDrawnOn = false;
  for (const { object, type, placed } of objectsOf(open)) {
    if (type === types.image) images.push({ sha256: digestOf(open, object), box: boxOf(open, placed) });
    if (type === types.path || type === types.shading) isDrawnOn = true;
  }
  return { images, isDrawnOn };
}

interface PageObject {
  object: number;
  type: number;
  /** The object of the page that it is inside of, or itself. */
  placed: number;
}

/** What is drawn on a page, also inside of forms, in the order in which it is drawn. */
function objectsOf({ module, pageIdx }: OpenPage): PageObject[] {
  const objects: PageObject[] = [];
  const see = (object: number, placed: number, depth: number): void => {
    const type = module._FPDFPageObj_GetType(object);
    objects.push({ object, type, placed });
    if (type !== types.form || depth === deepest) return;
    const count = module._FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count; index++) see(module._FPDFFormObj_GetObject(object, index), placed, depth + 1);
  };
  const count = module._FPDFPage_CountObjects(pageIdx);
  for (let index = 0; index < count; index++) {
    const object = module._FPDFPage_GetObject(pageIdx, index);
    see(object, object, 0);
  }
  return objects;
}

/** `FPDF_TEXTRENDERMODE_INVISIBLE` of fpdf_edit.h. */
const invisible = 3;

/** Hides the text of an open page from then on. */
export function hideText(open: OpenPage): void {
  for (const { object, type } of objectsOf(open))
    if (type === types.text) open.module._FPDFTextObj_SetTextRenderMode(object, invisible);
}

function digestOf({ module }: OpenPage, object: number): string {
  const size = module._FPDFImageObj_GetImageDataRaw(object, 0, 0);
  if (size === 0) return '';
  return withMemory(module, size, (at) => {
    module._FPDFImageObj_GetImageDataRaw(object, at, size);
    return createHash('sha256')
      .update(module.HEAPU8.subarray(at, at + size))
      .digest('hex');
  });
}

function boxOf(open: OpenPage, object: number): Box {
  const { module } = open;
  const [left, bottom, right, top] = withMemory(module, 16, (at) => {
    module._FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12);
    return [...module.HEAPF32.subarray(at / 4, at / 4 + 4)];
  });
  const one = placeOnPicture(open, left!, top!);
  const other = placeOnPicture(open, right!, bottom!);
  return boxBetween(one, other);
}

const inside = (value: number): number => Math.min(1, Math.max(0, value));
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** The box between two corners, cut at the page's edge. */
export function boxBetween(one: { x: number; y: number }, other: { x: number; y: number }): Box {
  const [left, right] = [inside(Math.min(one.x, other.x)), inside(Math.max(one.x, other.x))];
  const [top, bottom] = [inside(Math.min(one.y, other.y)), inside(Math.max(one.y, other.y))];
  return { left: rounded(left), top: rounded(top), width: rounded(right - left), height: rounded(bottom - top) };
}

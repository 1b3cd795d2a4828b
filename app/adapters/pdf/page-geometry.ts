import { PDFArray, PDFDict, PDFName, PDFNumber } from 'pdf-lib';
import type { PDFObject, PDFRef } from 'pdf-lib';
import { UnsoundPdf } from '#app/adapters/pdf/structure/unsound.ts';
import type { PdfUpdate } from '#app/adapters/pdf/update.ts';

/** A rectangle in a page's own units, its corners in order. */
export interface Box {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** A page as it is shown: what of it is visible, and how far it is turned clockwise. */
export interface PageFrame {
  ref: PDFRef;
  dict: PDFDict;
  /** Everything that the page's own units reach, the visible part included. */
  media: Box;
  visible: Box;
  rotation: 0 | 90 | 180 | 270;
  /** As the page or one above it in the tree names them. */
  resources: PDFObject | undefined;
}

const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;
type Inherited = Partial<Record<(typeof inheritable)[number], PDFObject>>;

const deepest = 64;

/**
 * Every page in order, with what it inherits (ISO 32000-1, 7.7.3). Lets other work run in between. Throws `UnsoundPdf`
 * where the tree can't be followed.
 */
export async function* pageFrames(update: PdfUpdate): AsyncGenerator<PageFrame> {
  const { ref, dict } = update.original.pageTree;
  yield* framesBelow(update, ref, dict, {}, 0);
}

async function* framesBelow(
  update: PdfUpdate,
  ref: PDFRef,
  dict: PDFDict,
  above: Inherited,
  depth: number,
): AsyncGenerator<PageFrame> {
  if (depth > deepest) throw new UnsoundPdf('broken', 'The page tree is too deep');
  const own: Inherited = { ...above };
  for (const name of inheritable) {
    const value = dict.get(PDFName.of(name));
    if (value) own[name] = value;
  }
  const kids = await update.current(dict.get(PDFName.of('Kids')));
  if (!(kids instanceof PDFArray)) {
    yield await frameOf(update, ref, dict, own);
    return;
  }
  for (const kid of kids.asArray()) {
    const node = await update.current(kid);
    if (!isRef(kid) || !(node instanceof PDFDict)) throw new UnsoundPdf('broken', 'A page is missing');
    yield* framesBelow(update, kid, node, own, depth + 1);
  }
}

const isRef = (object: PDFObject): object is PDFRef => 'objectNumber' in object;

async function frameOf(update: PdfUpdate, ref: PDFRef, dict: PDFDict, inherited: Inherited): Promise<PageFrame> {
  // Readers take a page without a size for a US letter.
  const media = (await boxOf(update, inherited.MediaBox)) ?? { left: 0, bottom: 0, right: 612, top: 792 };
  const crop = (await boxOf(update, inherited.CropBox)) ?? media;
  const shown = {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top),
  };
  const visible = shown.right > shown.left && shown.top > shown.bottom ? shown : media;
  const turned = await update.current(inherited.Rotate);
  const degrees = turned instanceof PDFNumber ? ((turned.asNumber() % 360) + 360) % 360 : 0;
  const rotation = ([90, 180, 270] as const).find((one) => one === degrees) ?? 0;
  return { ref, dict, media, visible, rotation, resources: inherited.Resources };
}

/** A rectangle as a file gives it, its corners in any order; null where it has none. */
export async function boxOf(update: PdfUpdate, given: PDFObject | undefined): Promise<Box | null> {
  const found = await update.current(given);
  if (!(found instanceof PDFArray) || found.size() < 4) return null;
  const numbers: number[] = [];
  for (const item of found.asArray().slice(0, 4)) {
    const value = await update.current(item);
    if (!(value instanceof PDFNumber)) return null;
    numbers.push(value.asNumber());
  }
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
  const box = { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) };
  return box.right > box.left && box.top > box.bottom ? box : null;
}

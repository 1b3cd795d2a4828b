import type { PDFiumDocument } from '@hyzyla/pdfium';
import type { Box } from './comparison.ts';
import { boxBetween } from './page-images.ts';
import type { PageWord } from './page-words.ts';
import { type OpenPage, openPage, placeOnPicture } from './pdfium-page.ts';

/** Pixels. */
const pictureWidth = 360;
const block = 12;
/** A smaller difference of a colour (of 255) is none. */
const leastDifference = 24;

/** A page as drawn: BGRA. */
export interface Drawing {
  width: number;
  height: number;
  data: Uint8Array;
  /** Where these words stand. */
  masked: Box[];
}

/** Draws a page (from 0). */
export async function drawPage(document: PDFiumDocument, page: number, words: readonly PageWord[]): Promise<Drawing> {
  const open = openPage(document, page);
  const masked = words.map((word) => boxOfWord(open, word, 1.5));
  return { ...(await drawOpen(open)), masked };
}

/** Draws an open page, which closes it. */
export async function drawOpen({ page }: OpenPage): Promise<Omit<Drawing, 'masked'>> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = pictureWidth / Math.max(originalWidth, originalHeight / 1.5);
  const { width, height, data } = await page.render({
    width: Math.max(1, Math.round(originalWidth * scale)),
    height: Math.max(1, Math.round(originalHeight * scale)),
    renderFormFields: true,
  });
  return { width, height, data };
}

/** The box of a word on the picture of its page, with so many points around it. */
export const boxOfWord = (open: OpenPage, { left, right, top, bottom }: PageWord, around: number): Box =>
  boxBetween(placeOnPicture(open, left - around, top + around), placeOnPicture(open, right + around, bottom - around));

/** The greatest difference of a colour of one pixel. */
export function differenceAt(one: Uint8Array, other: Uint8Array, pixel: number): number {
  let most = 0;
  for (let channel = pixel * 4; channel < pixel * 4 + 3; channel++)
    most = Math.max(most, Math.abs(one[channel]! - other[channel]!));
  return most;
}

/** The boxes in which two pages of one size look different, except where words are masked in either. */
export function differingBoxes(one: Drawing, other: Drawing): Box[] {
  const { width, height } = one;
  if (width !== other.width || height !== other.height) return [{ left: 0, top: 0, width: 1, height: 1 }];
  if (Buffer.compare(one.data, other.data) === 0) return [];
  const covered = new Uint8Array(width * height);
  for (const box of [...one.masked, ...other.masked]) cover(covered, width, height, box);
  const across = Math.ceil(width / block);
  const down = Math.ceil(height / block);
  const differs = new Uint8Array(across * down);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      if (covered[pixel]) continue;
      if (differenceAt(one.data, other.data, pixel) >= leastDifference)
        differs[Math.floor(y / block) * across + Math.floor(x / block)] = 1;
    }
  }
  return regions(differs, across, down).map(({ left, top, right, bottom }) =>
    boxBetween(
      { x: (left * block) / width, y: (top * block) / height },
      { x: ((right + 1) * block) / width, y: ((bottom + 1) * block) / height },
    ),
  );
}

function cover(covered: Uint8Array, width: number, height: number, box: Box): void {
  const [left, right] = [Math.floor(box.left * width), Math.ceil((box.left + box.width) * width)];
  const bottom = Math.min(height, Math.ceil((box.top + box.height) * height));
  for (let y = Math.floor(box.top * height); y < bottom; y++) covered.fill(1, y * width + left, y * width + right);
}

interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Blocks that touch, or have one block between them, are one region. */
function regions(differs: Uint8Array, across: number, down: number): Region[] {
  const found: Region[] = [];
  for (let start = 0; start < differs.length; start++) {
    if (differs[start] !== 1) continue;
    const region = { left: across, top: down, right: 0, bottom: 0 };
    const waiting = [start];
    differs[start] = 2;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [x, y] = [at % across, Math.floor(at / across)];
      region.left = Math.min(region.left, x);
      region.right = Math.max(region.right, x);
      region.top = Math.min(region.top, y);
      region.bottom = Math.max(region.bottom, y);
      for (let nextY = Math.max(0, y - 2); nextY <= Math.min(down - 1, y + 2); nextY++) {
        for (let nextX = Math.max(0, x - 2); nextX <= Math.min(across - 1, x + 2); nextX++) {
          const next = nextY * across + nextX;
          if (differs[next] !== 1) continue;
          differs[next] = 2;
          waiting.push(next);
        }
      }
    }
    found.push(region);
  }
  return found;
}

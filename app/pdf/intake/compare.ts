import type { PDFiumDocument } from '@hyzyla/pdfium';
import { openInPieces, openPdfium } from '#app/pdf/intake/pdfium.ts';
import type { RandomAccess } from '#app/storage/random-access.ts';

/** Pixels. */
const pictureWidth = 160;
const mostDrawn = 200;
/** Milliseconds; the pages that are left over then are not drawn. They are drawn from everywhere in the document, so that any part was. */
const drawingTime = 5000;
/** Of the ink of a page, so much is at least in the copy, whose page may be a little smaller. */
const leastInk = 0.4;

/** A PDF in memory, or one that is too large for it. */
export type Source = Uint8Array | RandomAccess;

export interface Results<Made = Source> {
  signed: Made;
  copy: Made;
  /** Pages that stand before the original's in the copy. */
  before: number;
  /** The original is attached to both unchanged, and none of its pages is among theirs. */
  isAttached: boolean;
}

/**
 * Draws the pages of a PDF and of what is made from it, and says what is wrong: `undrawable` where a page cannot be drawn, `differs` where a page
 * of the signed PDF shows something else, or the copy lacks something; null where all is well.
 */
export async function compare(
  original: Source,
  { signed, copy, before, isAttached }: Results,
): Promise<'undrawable' | 'differs' | null> {
  const [of, ofSigned, ofCopy] = [await load(original), await load(signed), await load(copy)];
  const pages = of.getPageCount();
  if (pages === 0) return 'undrawable';
  if (!isAttached && (ofSigned.getPageCount() <= pages || ofCopy.getPageCount() < pages + before)) return 'differs';
  const until = performance.now() + drawingTime;
  for (const page of spread(pages, mostDrawn)) {
    if (performance.now() > until) break;
    const shown = await draw(of, page);
    if (!shown) return 'undrawable';
    if (isAttached) continue;
    const inSigned = await draw(ofSigned, page);
    if (!inSigned || !shown.pixels.equals(inSigned.pixels)) return 'differs';
    const inCopy = await draw(ofCopy, page + before);
    if (!inCopy || inCopy.ink < shown.ink * leastInk || !holds(inCopy.words, shown.words)) return 'differs';
  }
  return null;
}

/** Whether two PDFs have the same pages with the same pictures. */
export async function drawsAlike(one: Uint8Array, other: Uint8Array): Promise<boolean> {
  const [first, second] = [await load(one), await load(other)];
  const pages = first.getPageCount();
  if (second.getPageCount() !== pages) return false;
  const until = performance.now() + drawingTime / 2;
  for (const page of spread(pages, mostDrawn)) {
    const [a, b] = [await draw(first, page), await draw(second, page)];
    if (!a || !b || !a.pixels.equals(b.pixels)) return false;
    if (performance.now() > until) break;
  }
  return true;
}

const load = async (source: Source): Promise<PDFiumDocument> =>
  source instanceof Uint8Array ? (await openPdfium()).loadDocument(source) : openInPieces(source);

interface Drawn {
  pixels: Buffer;
  /** How many bytes of the picture are not white. */
  ink: number;
  words: string[];
}

async function draw(document: PDFiumDocument, index: number): Promise<Drawn | null> {
  const page = document.getPage(index);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  // A page that cannot be read has no size.
  if (!(originalWidth > 0 && originalHeight > 0)) return null;
  const words = page.getText().split(/\s+/).filter(Boolean);
  const scale = pictureWidth / Math.max(originalWidth, originalHeight);
  const [width, height] = [originalWidth, originalHeight].map((side) => Math.max(1, Math.round(side * scale)));
  const { data } = await page.render({ width: width!, height: height!, renderFormFields: true });
  const pixels = Buffer.from(data);
  let ink = 0;
  for (const byte of pixels) if (byte !== 255) ink++;
  return { pixels, ink, words };
}

/** Whether every word is there as often as it should be. */
function holds(words: string[], wanted: string[]): boolean {
  const all = words.join('');
  const left = new Map<string, number>();
  for (const word of words) left.set(word, (left.get(word) ?? 0) + 1);
  return wanted.every((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    // A word at the end of a line may be joined to the next.
    return count > 0 || all.includes(word);
  });
}

/** Up to `most` of the numbers below `count`: the first, the last, then ever finer steps, so that any beginning of it is spread evenly. */
export function spread(count: number, most: number): number[] {
  const order = new Set([0, count - 1]);
  for (let step = 2 ** Math.ceil(Math.log2(Math.max(count, 1))); step >= 1; step /= 2) {
    for (let at = 0; at < count; at += step) order.add(at);
  }
  return [...order].filter((at) => at >= 0).slice(0, most);
}

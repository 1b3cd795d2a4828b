import type { PDFiumDocument } from '@hyzyla/pdfium';
import { openInPieces, openPdfium } from '#app/adapters/pdf/intake/pdfium.ts';
import type { RandomAccess } from '#app/adapters/storage/random-access.ts';
import { countWork } from '#app/adapters/workers/work-time.ts';

/** Pixels. */
const pictureWidth = 160;
const mostDrawn = 200;
/**
 * Milliseconds of work; the pages that are left over then are not drawn. They are drawn from everywhere in the
 * document, so that any part was.
 */
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
 * Draws the pages of a PDF and of what is made from it, and says what is wrong: `undrawable` where a page cannot be
 * drawn, `differs` where a page of the signed PDF shows something else, or the copy lacks something; null where all is
 * well.
 */
export async function compare(
  original: Source,
  { signed, copy, before, isAttached }: Results,
): Promise<'undrawable' | 'differs' | null> {
  const open = await openInTurn();
  const shown = await drawUntil(await open(original), drawingTime / 3);
  if (!shown) return 'undrawable';
  if (isAttached) return null;
  const alike = await eachDrawn(
    await open(signed),
    shown,
    (count) => count > shown.count,
    (page, of) => page.pixels.equals(of.pixels),
  );
  if (!alike) return 'differs';
  return (await eachDrawn(
    await open(copy),
    shown,
    (count) => count >= shown.count + before,
    (page, of) => page.ink >= of.ink * leastInk && holds(page.words, of.words),
    before,
  ))
    ? null
    : 'differs';
}

/** Whether two PDFs have the same pages with the same pictures. */
export async function drawsAlike(one: Uint8Array, other: Uint8Array): Promise<boolean> {
  const open = await openInTurn();
  const shown = await drawUntil(await open(one), drawingTime / 4);
  return (
    shown !== null &&
    eachDrawn(
      await open(other),
      shown,
      (count) => count === shown.count,
      (page, of) => page.pixels.equals(of.pixels),
    )
  );
}

interface DrawnPages {
  count: number;
  pages: Map<number, Drawn>;
}

/** Pages of a PDF, as many as `time` milliseconds of work allow. */
async function drawUntil(document: PDFiumDocument, time: number): Promise<DrawnPages | null> {
  const count = document.getPageCount();
  const pages = new Map<number, Drawn>();
  const worked = countWork();
  for (const page of spread(count, mostDrawn)) {
    if (worked() > time) break;
    const drawn = await draw(document, page);
    if (!drawn) return null;
    pages.set(page, drawn);
  }
  return count === 0 ? null : { count, pages };
}

/**
 * Whether another PDF has the right number of pages, and on each what `isRight` asks for beside the page that was drawn
 * before.
 */
async function eachDrawn(
  document: PDFiumDocument,
  { pages }: DrawnPages,
  isRightCount: (count: number) => boolean,
  isRight: (page: Drawn, of: Drawn) => boolean,
  before = 0,
): Promise<boolean> {
  if (!isRightCount(document.getPageCount())) return false;
  for (const [page, of] of pages) {
    const drawn = await draw(document, page + before);
    if (!drawn || !isRight(drawn, of)) return false;
  }
  return true;
}

/** Opens PDFs one after the other in one engine, each in the memory of the one before. */
async function openInTurn(): Promise<(source: Source) => Promise<PDFiumDocument>> {
  const library = await openPdfium();
  let last: PDFiumDocument | null = null;
  return async (source) => {
    last?.destroy();
    last = null;
    last = await (source instanceof Uint8Array ? library.loadDocument(source) : openInPieces(source));
    return last;
  };
}

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

/**
 * Up to `most` of the numbers below `count`: the first, the last, then ever finer steps, so that any beginning of it is
 * spread evenly.
 */
export function spread(count: number, most: number): number[] {
  const order = new Set([0, count - 1]);
  for (let step = 2 ** Math.ceil(Math.log2(Math.max(count, 1))); step >= 1; step /= 2) {
    for (let at = 0; at < count; at += step) order.add(at);
  }
  return [...order].filter((at) => at >= 0).slice(0, most);
}

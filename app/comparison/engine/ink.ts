import type { PDFiumDocument } from '@hyzyla/pdfium';
import type { Box } from './comparison.ts';
import { boxOfWord, differenceAt, drawOpen } from './page-drawing.ts';
import { hideText } from './page-images.ts';
import type { PageWord } from './page-words.ts';
import { openPage } from './pdfium-page.ts';

export interface Ink {
  /** Where the word stands. */
  box: Box;
  /** The greatest difference of a colour (of 255) that the word makes to the page as it is drawn. */
  ink: number;
}

/** How clearly the words of a page (from 0) are seen: cover, white ink and clip alike hide them. */
export async function inkOf(
  document: PDFiumDocument,
  page: number,
  words: readonly PageWord[],
): Promise<Map<PageWord, Ink>> {
  const whole = await drawOpen(openPage(document, page));
  const open = openPage(document, page);
  const boxes = words.map((word) => boxOfWord(open, word, 0));
  hideText(open);
  const bare = await drawOpen(open);
  const inkIn = (box: Box, text: string): number => {
    const height = box.height * whole.height;
    // Letters of the lines above and below may reach into the box of a word, and never into its middle.
    const spare = lettersOnly.test(text) ? height / 4 : 0;
    const top = Math.floor(box.top * whole.height + spare);
    const bottom = Math.max(top + 1, Math.ceil((box.top + box.height) * whole.height - spare));
    const left = Math.floor(box.left * whole.width);
    const right = Math.max(left + 1, Math.ceil((box.left + box.width) * whole.width));
    let most = 0;
    for (let y = top; y < Math.min(bottom, whole.height); y++)
      for (let x = left; x < Math.min(right, whole.width); x++)
        most = Math.max(most, differenceAt(whole.data, bare.data, y * whole.width + x));
    return most;
  };
  return new Map(words.map((word, index) => [word, { box: boxes[index]!, ink: inkIn(boxes[index]!, word.text) }]));
}

const lettersOnly = /^[\p{L}\p{M}\p{Nd}]+$/u;

/** Of 255: below the first nobody sees anything; a word that makes more than the second is seen well. */
const [leastInk, clearInk] = [24, 48];
const fainter = 3;

/** Whether a word is seen in one version, and not or hardly in the other. */
export function isHidden(one: number, other: number): boolean {
  const [faint, clear] = [Math.min(one, other), Math.max(one, other)];
  return clear >= leastInk && faint < clearInk && faint * fainter <= clear;
}

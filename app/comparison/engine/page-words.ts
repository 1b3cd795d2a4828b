import { type OpenPage, placeOnPicture, withMemory } from './pdfium-page.ts';
import { asItLooks, partsBetween } from './same-look.ts';

/** A word of a page with its box in points; `top` is above `bottom`. */
export interface PageWord {
  text: string;
  /** From 0. */
  page: number;
  startsLine: boolean;
  /** It follows the word before it without a space. */
  isGlued: boolean;
  left: number;
  right: number;
  bottom: number;
  top: number;
  /** The typeface of its first character, and how high its letters are. */
  typeface: string;
}

/** Where a word stands in a table; words of one cell have the same object. */
export interface TablePlace {
  row: string;
  column: string;
}

export interface PageLine {
  words: PageWord[];
  /** Of its first word, in points. */
  fontSize: number;
  /** Where it begins on the page as it is shown: fractions from its left and upper edge. */
  across: number;
  down: number;
}

/** PDFium's sign for a hyphen that only breaks a word at the end of a line. */
const lineEndHyphen = 2;
const hyphen = 45;
/** Stands in a word where a line may have broken it. */
export const softBreak = '\u00ad';

/** Before the name of a typeface that a file has a part of. */
const partOfFont = /^[A-Z]{6}\+/;
const longestFontName = 120;

const isSpace = (code: number): boolean =>
  code <= 32 || code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200b) || code === 0xfeff;

/** The words of a page, line by line, in the order in which the file has them. */
export function readLines(open: OpenPage, page: number): PageLine[] {
  const { module, pageIdx } = open;
  const text = module._FPDFText_LoadPage(pageIdx);
  if (!text) throw new Error('The text of a page cannot be read');
  try {
    return withMemory(module, 16 + longestFontName, (box) => {
      const typefaceOf = (index: number): string => {
        const name = box + 16;
        const length = module._FPDFText_GetFontInfo(text, index, name, longestFontName, 0);
        if (length <= 1 || length > longestFontName) return '';
        return Buffer.from(module.HEAPU8.subarray(name, name + length - 1))
          .toString()
          .replace(partOfFont, '');
      };
      const boxOf = (index: number): Pick<PageWord, 'left' | 'right' | 'bottom' | 'top'> => {
        module._FPDFText_GetLooseCharBox(text, index, box);
        const [left, top, right, bottom] = module.HEAPF32.subarray(box / 4, box / 4 + 4);
        return { left: left!, right: right!, bottom: bottom!, top: top! };
      };
      const count = module._FPDFText_CountChars(text);
      const lines: PageLine[] = [];
      let line: PageLine | null = null;
      let codes: number[] = [];
      let isGlued = false;
      let first = 0;
      let last = 0;
      // Nobody breaks a number: 10-20 is not 1020.
      const isByDigit = (index: number): boolean =>
        [codes.at(-1), module._FPDFText_GetUnicode(text, index + 1)].some((code) => code && code >= 48 && code <= 57);
      const endWord = (): void => {
        const word = asItLooks(String.fromCodePoint(...codes));
        codes = [];
        if (word.trim() === '') return;
        const [from, to] = [boxOf(first), boxOf(last)];
        const isOneLine = Math.abs(from.bottom - to.bottom) < (from.top - from.bottom || 10) * 2;
        if (!line) {
          const { x: across, y: down } = placeOnPicture(open, from.left, from.bottom);
          line = { words: [], fontSize: module._FPDFText_GetFontSize(text, first), across, down };
        }
        line.words.push({
          text: word,
          page,
          startsLine: line.words.length === 0,
          isGlued,
          left: isOneLine ? Math.min(from.left, to.left) : from.left,
          right: isOneLine ? Math.max(from.right, to.right) : from.right,
          bottom: isOneLine ? Math.min(from.bottom, to.bottom) : from.bottom,
          top: isOneLine ? Math.max(from.top, to.top) : from.top,
          typeface: `${typefaceOf(first)} ${(from.top - from.bottom).toFixed(1)}`,
        });
        isGlued = false;
      };
      const endSpaced = (): void => {
        endWord();
        isGlued = false;
      };
      const endLine = (): void => {
        endSpaced();
        if (line) lines.push(line);
        line = null;
      };
      for (let index = 0; index < count; index++) {
        const code = module._FPDFText_GetUnicode(text, index);
        if (code === lineEndHyphen || code === 0xad) codes.push(isByDigit(index) ? hyphen : 0xad);
        else if (code === 13 || code === 10) endLine();
        else if (isSpace(code) || code > 0x10ffff) endSpaced();
        else {
          const before = codes.at(-1);
          if (before !== undefined && partsBetween(String.fromCodePoint(before), String.fromCodePoint(code))) {
            endWord();
            isGlued = true;
          }
          if (codes.length === 0) first = index;
          last = index;
          codes.push(code);
        }
      }
      endLine();
      return lines;
    });
  } finally {
    module._FPDFText_ClosePage(text);
  }
}

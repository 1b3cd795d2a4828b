/** Characters that a font may give for others which look the same: ligatures, joined forms, radicals, hyphens. */
const byFont = /[\u00b5\u2010\u2011\u2e80-\u2fdf\ufb00-\ufdff\ufe70-\ufefc]/gu;

/**
 * A text as it looks: what depends on the font alone is the same. Raised and lowered numbers stay what they are: 10⁵
 * is not 105.
 */
export const asItLooks = (text: string): string =>
  text
    .normalize('NFC')
    .replace(byFont, (character) => character.normalize('NFKC').replace('\u2010', '-'))
    .normalize('NFC');

/** Scripts that put no space between words, or break a line within them. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\uff00-\uffef]/u;
const mark = /\p{M}/u;

export const isUnspaced = (character: string): boolean => unspaced.test(character);

/** Whether two characters that touch are words of their own: of scripts without spaces each character is. */
export const partsBetween = (one: string, other: string): boolean =>
  !mark.test(other) && (isUnspaced(one) || isUnspaced(other));

/** The words of a string without spaces. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  let last = '';
  for (const character of text) {
    if (last === '' || partsBetween(last, character)) parts.push(character);
    else parts[parts.length - 1] += character;
    last = character;
  }
  return parts;
}

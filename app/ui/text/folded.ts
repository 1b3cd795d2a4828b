/** Letters that Unicode does not decompose, and their replacements. */
const letters: { readonly [letter: string]: string } = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};

/** Typographic marks and their keyboard characters. */
const marks: readonly (readonly [set: RegExp, typed: string])[] = [
  [/[‘’‚‛ʼ′]/g, "'"],
  [/[“”„‟«»]/g, '"'],
  [/[‐‒–—―−]/g, '-'],
];

/** Lower case without accents, marks as a keyboard has them, as the lists' search by name has it (`read.folded`). */
export const folded = (words: string): string =>
  // Most words of a page, by far.
  /^[\0-\x7f]*$/.test(words)
    ? words.toLowerCase()
    : marks
        .reduce((text, [set, typed]) => text.replace(set, typed), words.normalize('NFKD'))
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[łøđðħŧıßæœþς]/g, (letter) => letters[letter]!);

/** The one-time code in a letter, as `8T4K-W9MZ`; empty where there is none. Parts of a uid, of digits alone, are none. */
export const codeIn = (text = ''): string =>
  /(?<![\w-])[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}(?![\w-])/.exec(text)?.[0] ?? '';

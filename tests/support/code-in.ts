/** The one-time code in an e-mail, as `8T4K-W9MZ`; empty where there is none. Digits of a uid are no code. */
export const codeIn = (text = ''): string =>
  /(?<![\w-])[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}(?![\w-])/.exec(text)?.[0] ?? '';

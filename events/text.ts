/** Characters as a person counts them for a limit (Unicode code points). */
export const lengthOf = (text: string): number => [...text].length;

/** Control characters but tab and line breaks, and lone surrogates: the ledger's JSON takes none of them (RFC 7493). */
const unprintable = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/** True where free text of several lines holds something that no keyboard types. */
export const hasUnprintable = (text: string): boolean => unprintable.test(text);

/** True where one line of text holds a control character, a line break or a lone surrogate. */
export const hasControlCharacters = (text: string): boolean =>
  hasUnprintable(text) || /[\t\n\r\u2028\u2029]/.test(text);

/** Whether PostgreSQL can hold a text: no NUL and no half of a surrogate pair. */
export const isStorableText = (text: string): boolean => !/[\0\p{Cs}]/u.test(text);

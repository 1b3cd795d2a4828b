/** Characters as a person counts them for a limit (Unicode code points). */
export const lengthOf = (text: string): number => [...text].length;

/** Control characters but tab and line breaks, and lone surrogates: the ledger's JSON takes none of them (RFC 7493). */
const unprintable = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/** True where free text of several lines holds something that no keyboard types. */
export const hasUnprintable = (text: string): boolean => unprintable.test(text);

/** True where one line of text holds a control character, a line break or a lone surrogate. */
export const hasControlCharacters = (text: string): boolean =>
  hasUnprintable(text) || /[\t\n\r\u2028\u2029]/.test(text);

/** What leaves no mark on paper or screen: spaces, what Unicode says to ignore, and the blank of Braille. */
const visible = /[^\p{Z}\p{Cc}\p{Cs}\p{DI}\u2800]/u;

/** True where nothing of a text can be seen: to a reader it is empty. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** What turns the direction of all that follows: in a sentence or a list, the words after a name would be read backwards. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Spaces at the ends of a line, and what leaves no mark there. The look behind lets each run of them be gone through once: begun anew at each
 * of its characters, a hundred thousand spaces between two words would keep a process for minutes.
 */
const ends = /^[\s\p{DI}]+|(?<![\s\p{DI}])[\s\p{DI}]+$/gu;

/** Where a line may break, and what marks the start of a file: pasted with a title, they are seen by nobody and found by no search. */
const unseen = /[\u00ad\u180e\u200b\u2060\ufeff]/g;

/** Spaces of any width but the ideographic one, which is as wide as a character. */
const spaces = /(?:(?!\u3000)\p{Zs})+/gu;

/**
 * The form in which a name is stored and compared: trimmed, with single plain spaces, composed (NFC) and without what leaves no mark, so that
 * equal looks mean equal names. What joins letters and emoji stays.
 */
export const normaliseLine = (text: string): string =>
  text.replace(turning, '').replace(unseen, '').replace(ends, '').replace(spaces, ' ').normalize('NFC');

/** Whether PostgreSQL can hold a text: no NUL and no half of a surrogate pair. */
export const isStorableText = (text: string): boolean => !/[\0\p{Cs}]/u.test(text);

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

/** Controls of the text direction: the words after a name would be read backwards. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Spaces at the ends of a line, and invisible characters there. The lookbehind makes it linear: without it 100,000
 * spaces between two words take minutes.
 */
const ends = /^[\s\p{DI}]+|(?<![\s\p{DI}])[\s\p{DI}]+$/gu;

/**
 * Characters that nobody sees and no search finds: line-break hints, byte order marks, interlinear marks, and tags and
 * variation selectors that apply to nothing.
 */
const unseen =
  /[\u034f\u17b4\u17b5\u00ad\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e001f}\u{e0080}-\u{e00ff}\u{e01f0}-\u{e0fff}]|(?<![\u{1f3f4}\u{e0020}-\u{e007f}])[\u{e0020}-\u{e007f}]+|(?<![\p{sc=Hani}\u{e0100}-\u{e01ef}])[\u{e0100}-\u{e01ef}]+/gu;

/** Joiners and variation selectors after a letter that they do not change. The keycap sign (1️⃣) needs its selector. */
const idle =
  /(?<=[\u0300-\u036f\x20-\x7e\p{Zs}\t\u2800\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Armn}\p{sc=Geor}\p{sc=Hebr}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}])[\p{Join_C}\ufe00-\ufe0f]+(?!\u20e3)|(?<=[\p{sc=Hani}\u{e0100}-\u{e01ef}])\p{Join_C}+/gu;

/** Marks of the direction of writing, which do nothing where all is written from left to right. */
const directions = /[\u061c\u200e\u200f]/g;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const withoutMarks = (text: string): string =>
  rightToLeft.test(text.replace(directions, '')) ? text : text.replace(directions, '');

/** Spaces of any width but the ideographic one, tabs (from a table's cell), and letters that are blank. */
const spaces = /(?:(?!\u3000)[\p{Zs}\t\u3164\uffa0\u2800])+/gu;

/**
 * The form in which a name is stored and compared: trimmed, single spaces, NFC, without invisible characters, so that
 * names that look equal are equal. Joiners of letters and emoji stay.
 */
export const normaliseLine = (text: string): string =>
  withoutMarks(text.normalize('NFC').replace(turning, '').replace(unseen, ''))
    .replace(idle, '')
    .replace(spaces, ' ')
    .replace(ends, '')
    .normalize('NFC');

/** Whether two names differ in case, spacing and Unicode form at most (rules.md section 4). */
export const isSameName = (a: string, b: string): boolean => nameKey(a) === nameKey(b);

/** By it names are compared: full width, case and spacing make no difference (rules.md section 2). */
export const nameKey = (name: string): string =>
  normaliseLine(normaliseLine(name).normalize('NFKC').toUpperCase().toLowerCase());

/** Whether PostgreSQL can hold a text: no NUL and no half of a surrogate pair. */
export const isStorableText = (text: string): boolean => !/[\0\p{Cs}]/u.test(text);

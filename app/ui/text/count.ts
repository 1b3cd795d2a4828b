const words = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** `12`, `1,500`; also of a ledger position, which is decimal text. */
export const inDigits = (count: number | string): string =>
  (typeof count === 'string' ? BigInt(count) : count).toLocaleString('en-GB');

/** A small number in words, a larger one in digits: `three`, `12`, `1,500`. */
export const inWords = (count: number): string => words[count] ?? inDigits(count);

const capital = (words: string): string => words.replace(/^[a-z]/, (letter) => letter.toUpperCase());

/** The same at the beginning of a sentence. */
export const inWordsFirst = (count: number): string => capital(inWords(count));

/** `no approvers`, `one approver`, `three approvers`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count === 0 ? 'no' : inWords(count)} ${count === 1 ? one : many}`;

/** The count of a list above it: `No departments yet.`, `One department`, `Three departments`. */
export const listCount = (count: number, one: string): string =>
  count === 0 ? `No ${one}s yet.` : capital(counted(count, one));

/** `Laboratory, Manufacturing and Quality Assurance`. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** `1 hour`, `30 minutes`, `2,000 documents`. */
export const lasting = (count: number, one: string): string => `${inDigits(count)} ${count === 1 ? one : `${one}s`}`;

/** `Every day`, `Every 365 days`. */
export const everyDays = (count: number): string => (count === 1 ? 'Every day' : `Every ${count} days`);

/** How long a code is valid: `24 hours`, `3 days`. */
export const codeValidity = (days: number): string => (days === 1 ? '24 hours' : `${days} days`);

import { stringify } from 'csv-stringify';
import { pipeline, Readable } from 'node:stream';

/** Null is an empty cell. */
export type Cell = string | number | null;

export interface CsvOptions {
  /** Starts with the byte order mark by which Excel recognises UTF-8. Default: true. */
  mark?: boolean;
}

/** Cells to quote in addition: with blanks at either end, which readers trim, or a lone line break. */
export const quoted_match = /^\s|\s$|[\r\n]/;

/**
 * Streams rows as CSV (RFC 4180) in UTF-8. A text that a spreadsheet would take for a formula (OWASP, CSV injection) or
 * for another value gets an apostrophe in front.
 */
export function toCsv(
  head: string[],
  rows: Iterable<Cell[]> | AsyncIterable<Cell[]>,
  { mark = true }: CsvOptions = {},
): Readable {
  async function* lines(): AsyncGenerator<Cell[]> {
    yield head.map(escapeFormula);
    for await (const row of rows) yield row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell));
  }
  const out = stringify({ bom: mark, record_delimiter: 'windows', quoted_match });
  // Its reader gets an error of the rows from the stream itself.
  return pipeline(Readable.from(lines()), out, () => undefined);
}

/** The start of a formula: ASCII signs and their full-width forms, which spreadsheets treat alike. */
const formula = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/u;
const plainNumber = /^-?\d+([.,]\d+)?%?$/;

/** Numbers that a spreadsheet would change, by dropping zeros or rounding. */
const lossyNumber = /^[-+]?(?:0\d+|\d*[.,]\d*0|\d{16,}|\d+[eE]\d+)$/;

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';

/** Texts that a spreadsheet takes for a date, time, fraction or boolean: `1/2`, `10-12`, `May 1`, `12:30`, `true`. */
const lossyMoment = new RegExp(
  `^(?:${[
    '\\d{1,4}[-/]\\d{1,2}(?:[-/]\\d{1,4})?',
    '\\d{1,2}\\.\\d{1,2}\\.\\d{2,4}',
    '\\d+:\\d{2}(?::\\d{2})?(?: ?[ap]m)?',
    '\\d+ \\d+/\\d+',
    'true|false',
    `${month}[- ]\\d{1,4}(?:,? \\d{4})?`,
    `\\d{1,2}[- ]${month}`,
  ].join('|')})$`,
  'i',
);

/** A version that a spreadsheet leaves alone: it would turn `2.10` into `2.1`. */
export const versionCell = (version: string): string => `v${version}`;

/**
 * A part of a text that becomes a cell where spreadsheets separate cells by semicolons, as in most of Europe: quotation
 * marks inside a line do not protect there, so a line break starts a new row.
 */
const cellWithin = /(?<=[;\r\n])[^;\r\n]+/g;

/** Whether such a part is a formula. A list's dash is not, since it calls nothing. */
const isFormulaWithin = (part: string): boolean =>
  /^[\s\u00a0\ufeff]*[=@\uff1d\uff20]/u.test(part) || (formula.test(part) && /[\p{L}\p{N}]\(|\|/u.test(part));

/** Escapes a formula, also after a leading tab or line break, which a spreadsheet drops. */
export const escapeFormula = (text: string): string => {
  // Most cells are short words, and a matrix has a million of them, so the costly replacement is rare.
  const within = /[;\r\n]/.test(text)
    ? text.replace(cellWithin, (part) => (isFormulaWithin(part) ? part.replace(/\S/, "'$&") : part))
    : text;
  const whole =
    (formula.test(text) && !plainNumber.test(text)) ||
    lossyNumber.test(text) ||
    lossyMoment.test(text) ||
    /^[\t\r\n]/.test(text);
  return whole ? `'${within}` : within;
};

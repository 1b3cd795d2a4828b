import { stringify } from 'csv-stringify';
import type { Readable } from 'node:stream';

/** A cell: numbers and text as they are, null as an empty cell. */
export type Cell = string | number | null;

export interface CsvOptions {
  /** Begins with the mark by which Excel knows UTF-8. Default: true. */
  mark?: boolean;
}

/** What is quoted beside what holds a comma, a quote or a CRLF: blanks at either end, which readers trim, and a lone line break. */
export const quoted_match = /^\s|\s$|[\r\n]/;

/**
 * Rows as CSV (RFC 4180) in UTF-8, streamed: lines end in CRLF, cells are quoted where they need to be. A text that a
 * spreadsheet would take for a formula, also behind blanks, gets an apostrophe in front (OWASP, CSV injection), and so does one that it
 * would take for another number.
 */
export function toCsv(
  head: string[],
  rows: Iterable<Cell[]> | AsyncIterable<Cell[]>,
  { mark = true }: CsvOptions = {},
): Readable {
  const out = stringify({ bom: mark, record_delimiter: 'windows', quoted_match });
  void feed();
  return out;

  async function feed(): Promise<void> {
    try {
      out.write(head.map(escapeFormula));
      for await (const row of rows) {
        if (out.destroyed) return;
        const cells = row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell));
        if (!out.write(cells)) await new Promise((resolve) => out.once('drain', resolve).once('close', resolve));
      }
      out.end();
    } catch (error) {
      out.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** What begins a formula: the ASCII signs, and their full-width forms, which spreadsheets fold into them. */
const formula = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/u;
const plainNumber = /^-?\d+([.,]\d+)?%?$/;

/** What a spreadsheet takes for another number than it says: it drops zeros in front and behind, and rounds what is long. */
const lossyNumber = /^[-+]?(?:0\d+|\d*[.,]\d*0|\d{16,}|\d+[eE]\d+)$/;

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';

/** What a spreadsheet takes for a date, a time, a fraction or a truth value: `1/2`, `10-12`, `May 1`, `12:30`. A whole date as reports write it is one. */
const lossyMoment = new RegExp(
  `^(?:\\d{1,4}[-/]\\d{1,2}(?:[-/]\\d{1,4})?|\\d{1,2}\\.\\d{1,2}\\.\\d{2,4}|\\d+:\\d{2}(?::\\d{2})?(?: ?[ap]m)?|\\d+ \\d+/\\d+|true|false|` +
    `${month}[- ]\\d{1,4}(?:,? \\d{4})?|\\d{1,2}[- ]${month})$`,
  'i',
);

/** A version as a spreadsheet keeps it: `v2.10`, which is not `v2.1`. */
export const versionCell = (version: string): string => `v${version}`;

/**
 * What stands in a cell of its own where a spreadsheet parts cells by semicolons, as it does in most of Europe: quotation marks in the middle
 * of a line keep nothing together there, so that a line break within them begins a row.
 */
const cellWithin = /(?<=[;\r\n])[^;\r\n]+/g;

/** What such a cell would work out or call. A list's dashes are left alone: what they begin calls nothing. */
const isFormulaWithin = (part: string): boolean =>
  /^[\s\u00a0\ufeff]*[=@\uff1d\uff20]/u.test(part) || (formula.test(part) && /[\p{L}\p{N}]\(|\|/u.test(part));

/** A tab or line break at the beginning counts as well: a spreadsheet drops it and sees what follows. */
export const escapeFormula = (text: string): string => {
  // Most cells are short words, and a matrix has a million of them.
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

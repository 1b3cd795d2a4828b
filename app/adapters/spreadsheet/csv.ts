import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import { hasUnprintable } from '#events/text.ts';
import { sheetOf, type Sheet } from '#app/adapters/spreadsheet/sheet.ts';

/** What Windows-1252 has from 0x80 to 0x9f. Node's own decoder reads controls there, as ISO 8859-1 has them. */
const western = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** The text of a file: UTF-8, UTF-16 with its mark, else Windows-1252, as Excel writes it in western countries. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (letter) => western[letter.charCodeAt(0) - 0x80]!);
}

/** Whichever stands most often in the first line: a comma, the semicolon of many countries, the tab of a paste. */
function delimiterOf(text: string): string {
  const [line = ''] = text.replace(/^[\r\n]+/, '').split(/\r?\n|\r/, 1);
  const count = (mark: string): number => line.split(mark).length;
  return ['\t', ';', ','].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** Reads text whose cells are divided by commas, semicolons or tabs. */
export function readCsv(bytes: Uint8Array, most: number): Sheet {
  const text = textOf(bytes);
  // A picture or a program has bytes that no keyboard types.
  if (hasUnprintable(text)) return { ok: false, reason: 'not_a_spreadsheet' };
  try {
    const records = parse(text, {
      delimiter: delimiterOf(text),
      // A table that was mended by hand has those of two systems.
      record_delimiter: ['\r\n', '\n', '\r'],
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 100_000,
    }) as unknown as { record: string[]; info: { records: number; empty_lines: number } }[];
    // Lines within a cell are one row.
    const rows = records.map(({ record, info }) => ({ number: info.records + info.empty_lines, cells: record }));
    return sheetOf(rows, most);
  } catch {
    return { ok: false, reason: 'not_a_spreadsheet' };
  }
}

import { buffer, text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeFormula, toCsv } from '#app/reports/csv.ts';

/** Reads RFC 4180 back, written apart from the code under test. */
function parse(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < csv.length; at++) {
    const character = csv[at] ?? '';
    if (quoted) {
      if (character !== '"') cell += character;
      else if (csv[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === ',') {
      row.push(cell);
      cell = '';
    } else if (character === '\r' && csv[at + 1] === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      at += 1;
    } else cell += character;
  }
  return rows;
}

describe('CSV', () => {
  test('is UTF-8 with its mark, and lines end in CRLF', async () => {
    const written = await buffer(toCsv(['Name', 'Days'], [['Łukasz 山田', 3]]));
    expect(written.toString()).toBe('\ufeffName,Days\r\nŁukasz 山田,3\r\n');
    expect(await text(toCsv(['Name'], [], { mark: false }))).toBe('Name\r\n');
  });

  test.each([
    '=1+1',
    '+1 (234)',
    '-x',
    '@SUM(A1)',
    ' =1+1',
    '\t=1',
    '\u00a0@x',
    '\n=1',
    '＝1',
    '|calc',
    '%x',
    '\tplain',
  ])('%j does not become a formula', (cell) => {
    expect(escapeFormula(cell)).toBe(`'${cell}`);
  });

  test.each(['-5', '-12.5', '-3,2', 'a = b', 'x-y', '', ' text', '12%'])('%j is left as it is', (cell) => {
    expect(escapeFormula(cell)).toBe(cell);
  });

  test('whatever is in a cell is read back, with an apostrophe at most', async () => {
    const cells = fc.array(fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { minLength: 2, maxLength: 2 }));
    await fc.assert(
      fc.asyncProperty(cells, async (rows) => {
        const written = await text(toCsv(['a', 'b'], rows, { mark: false }));
        expect(parse(written)).toEqual([['a', 'b'], ...rows.map((row) => row.map(escapeFormula))]);
      }),
    );
  });

  test('a source that fails makes the stream fail', async () => {
    async function* rows(): AsyncGenerator<string[]> {
      yield await Promise.resolve(['a']);
      throw new Error('the database went away');
    }
    await expect(text(toCsv(['a'], rows()))).rejects.toThrow('the database went away');
  });
});

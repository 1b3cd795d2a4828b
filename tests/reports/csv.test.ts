import { buffer, text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeFormula, toCsv } from '#app/reports/csv.ts';
import { parseCsv } from '#tests/reports/csv-text.ts';

describe('CSV', () => {
  test('is UTF-8 with its mark, and lines end in CRLF', async () => {
    const written = await buffer(toCsv(['Name', 'Days'], [['Łukasz 山田', 3]]));
    expect(written.toString()).toBe('\ufeffName,Days\r\nŁukasz 山田,3\r\n');
    expect(await text(toCsv(['Name'], [], { mark: false }))).toBe('Name\r\n');
  });

  test.each(['=1+1', '+1 (234)', '-x', '@SUM(A1)', ' =1+1', '\t=1', '\u00a0@x', '＝1', '|calc', '%x', '\tplain'])(
    '%j does not become a formula',
    (cell) => {
      expect(escapeFormula(cell)).toBe(`'${cell}`);
    },
  );

  test.each([
    ['x;=1+1', "x;'=1+1"],
    ['Laboratory; =1+1; IT', "Laboratory; '=1+1; IT"],
    ['seen\n@SUM(A1)', "seen\n'@SUM(A1)"],
    ['a;-1+cmd|x', "a;'-1+cmd|x"],
    ['\n=1', "'\n'=1"],
    ['=1;=2', "'=1;'=2"],
    ['why:\n- too warm; -20 °C\n- too late', 'why:\n- too warm; -20 °C\n- too late'],
  ])('%j does not hold one where semicolons part the cells', (cell, written) => {
    expect(escapeFormula(cell)).toBe(written);
  });

  test.each(['007', '1.0', '2.10', '12345678901234567890', '1e5'])('%j does not become another number', (cell) => {
    expect(escapeFormula(cell)).toBe(`'${cell}`);
  });

  test.each([
    '1/2',
    '10-12',
    '2026-03-01',
    '1.2.2026',
    '12:30',
    '9:05 pm',
    '1 1/2',
    'May 1',
    '3 Mar',
    'Nov 21, 2026',
    'true',
  ])('%j does not become a date, a time or a truth value', (cell) => {
    expect(escapeFormula(cell)).toBe(`'${cell}`);
  });

  test('a line break of any kind is quoted', async () => {
    expect(await text(toCsv(['a', 'b'], [['one\ntwo', 'one\rtwo']], { mark: false }))).toBe(
      'a,b\r\n"one\ntwo","one\rtwo"\r\n',
    );
  });

  test.each([
    '-5',
    '-12.5',
    '-3,2',
    'a = b',
    'x-y',
    '',
    ' text',
    '12%',
    '21 Nov 2026',
    'Marching on',
    'Maya 1st',
    '12 Angry Men',
  ])('%j is left as it is', (cell) => {
    expect(escapeFormula(cell)).toBe(cell);
  });

  test('whatever is in a cell is read back, with an apostrophe at most', async () => {
    const cells = fc.array(fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { minLength: 2, maxLength: 2 }));
    await fc.assert(
      fc.asyncProperty(cells, async (rows) => {
        const written = await text(toCsv(['a', 'b'], rows, { mark: false }));
        expect(parseCsv(written)).toEqual([['a', 'b'], ...rows.map((row) => row.map(escapeFormula))]);
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

import { buffer, text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeFormula, toCsv } from '#app/adapters/pdf/report/csv.ts';
import { matrixCsv } from '#app/reports/matrix/matrix-csv.ts';
import { tableCsv } from '#app/adapters/pdf/report/table-report.ts';
import { functionsReport } from '#app/reports/definitions/functions-report.ts';
import { parseCsv } from '#tests/support/files/csv-text.ts';
import { frame } from '#tests/reports/frame.ts';

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

  const options = { mark: false, onRows: () => undefined };

  /** People of a matrix; `closed` tells that nobody reads them any more. */
  async function* people(count: number, closed?: () => unknown) {
    const person = { uid: 'u', email: 'ada@northmere.example', role: 'AUTHOR', status: 'ACTIVE' } as const;
    const counts = { group: null, signed: 0, due: 0, overdue: 0, cells: '', departments: ['Laboratory'] };
    try {
      for (let n = 0; n < count; n++) yield await Promise.resolve({ ...person, ...counts, name: 'Ada '.repeat(5_000) });
    } finally {
      closed?.();
    }
  }
  async function* rows(count: number, closed?: () => unknown) {
    for await (const { name } of people(count, closed)) yield [name];
  }

  test.each([
    ['a report', (closed?: () => unknown) => toCsv(['Name'], rows(60, closed))],
    ['the matrix', (closed?: () => unknown) => matrixCsv(people(60, closed), [], frame, options)],
  ])('%s that is read slowly keeps no listeners, and ends its source with its reader', async (_, make) => {
    const slow = make();
    const listeners = slow.listenerCount('close');
    let size = 0;
    for await (const piece of slow) {
      size += (piece as Buffer).length;
      await setImmediate();
      expect(slow.listenerCount('close')).toBeLessThanOrEqual(listeners + 2);
    }
    expect(size).toBeGreaterThan(60 * 20_000);

    let closed = false;
    for await (const piece of make(() => (closed = true))) if ((piece as Buffer).length > 10_000) break;
    await setImmediate();
    expect(closed).toBe(true);
  });

  test('a day of the product is written as people read it, without an apostrophe', async () => {
    async function* holders() {
      const held = { name: 'Ada Byron', email: 'ada@northmere.example', role: 'AUTHOR', status: 'ACTIVE' } as const;
      yield await Promise.resolve({ function: 'Lead', retired: false, ...held, from: '2026-10-29', until: null });
    }
    const written = await text(tableCsv(functionsReport(holders(), { alphabet: [] }), frame, options));
    expect(parseCsv(written)[1]?.slice(6, 8)).toEqual(['29 Oct 2026', '']);
  });
});

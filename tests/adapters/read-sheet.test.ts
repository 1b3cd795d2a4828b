import { expect, it, describe } from 'vitest';
import type { Sheet } from '#app/adapters/spreadsheet/sheet.ts';
import { createSpreadsheets } from '#app/adapters/spreadsheet/spreadsheets.ts';
import readSheet from '#app/adapters/spreadsheet/tasks/read-sheet.ts';
import { workers } from '#tests/support/workers.ts';
import { number, text, workbook } from '#tests/support/files/workbook.ts';

const read = (bytes: Buffer | string, most = 10): Promise<Sheet> => readSheet({ bytes: Buffer.from(bytes), most });
const cellsOf = async (bytes: Buffer | string): Promise<string[][]> => {
  const sheet = await read(bytes);
  return sheet.ok ? sheet.rows.map(({ cells }) => cells) : [[sheet.reason]];
};

const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

describe('text', () => {
  it.each([
    ['commas', 'Zoë,"Smith, Jr."\r\nJan,Novák\r\n'],
    ['semicolons', 'Zoë;"Smith, Jr."\nJan;Novák'],
    ['tabs', 'Zoë\tSmith, Jr.\rJan\tNovák\r'],
    ['a byte order mark', '\ufeffZoë,"Smith, Jr."\nJan,Novák'],
    ['line ends of two systems', 'Zoë;"Smith, Jr."\r\nJan;Novák\n'],
    ['an empty first line', '\r\nZoë;"Smith, Jr."\r\nJan;Novák'],
  ])('is divided by %s', async (_, given) => {
    expect(await cellsOf(given)).toEqual([
      ['Zoë', 'Smith, Jr.'],
      ['Jan', 'Novák'],
    ]);
  });

  it('is read as UTF-8, as UTF-16 and as Windows-1252', async () => {
    const list = 'Zoë;Müller – “QA”;€';
    const cells = [['Zoë', 'Müller – “QA”', '€']];
    expect(await cellsOf(list)).toEqual(cells);
    expect(await cellsOf(Buffer.from(`\ufeff${list}`, 'utf16le'))).toEqual(cells);
    expect(await cellsOf(Buffer.from(`\ufeff${list}`, 'utf16le').swap16())).toEqual(cells);
    const western: Record<string, number> = { '–': 0x96, '“': 0x93, '”': 0x94, '€': 0x80 };
    const bytes = Buffer.from([...list].map((letter) => western[letter] ?? letter.charCodeAt(0)));
    expect(await cellsOf(bytes)).toEqual(cells);
  });

  it('counts its rows as spreadsheet programs do: lines of one cell are one row, empty ones count', async () => {
    const sheet = await read('a,"first\nsecond"\n\n , \nb,c\n');
    expect(sheet.ok && sheet.rows.map(({ number: row, cells }) => [row, ...cells])).toEqual([
      [1, 'a', 'first\nsecond'],
      [4, 'b', 'c'],
    ]);
  });

  it('keeps zeros at the beginning', async () => {
    expect(await cellsOf('001,0042')).toEqual([['001', '0042']]);
  });

  it('says which cells a spreadsheet program would compute, and computes none', async () => {
    const sheet = await read('=1+1;@SUM(A1);+A1;-A1; =HYPERLINK("x");-;-12,5;+41 79;Ada');
    expect(sheet).toMatchObject({ ok: true, rows: [{ formulas: [0, 1, 2, 3, 4] }] });
    expect(sheet.ok && sheet.rows[0]?.cells[0]).toBe('=1+1');
  });

  it('has as many rows as it may, and not one more; empty ones do not count', async () => {
    const list = `${'\n,,\n'.repeat(40)}${'a,b\n'.repeat(10)}`;
    expect(await read(list)).toMatchObject({ ok: true });
    expect(await read(`${list}c,d`)).toEqual({ ok: false, reason: 'too_many_rows' });
  });

  it.each([
    ['nothing', '', 'empty'],
    ['separators alone', ';;\n;;', 'empty'],
    ['sixty-one columns', `${','.repeat(60)}a`, 'too_many_columns'],
    ['a quote that is never closed', `a,"${'b\n'.repeat(60_000)}`, 'not_a_spreadsheet'],
  ])('is refused with %s', async (_, given, reason) => {
    expect(await read(given)).toEqual({ ok: false, reason });
  });
});

describe('a workbook', () => {
  it('is read by its first sheet, with the rows of the program', async () => {
    const bytes = workbook({
      2: [text('A2', ' Zoë '), text('C2', 'Müller')],
      5: [text('A5', ' ')],
      7: [number('B7', 12.5)],
    });
    expect(await read(bytes)).toEqual({
      ok: true,
      rows: [
        { number: 2, cells: ['Zoë', '', 'Müller'], formulas: [] },
        { number: 7, cells: ['', '12.5'], formulas: [] },
      ],
    });
  });

  it.each([
    ['1900', '1899-12-30', false],
    ['1904', '1904-01-01', true],
  ])('counts its dates from %s', async (_, first, date1904) => {
    const day = days(first, '2026-03-12');
    const cells = [number('A1', day, 'date'), number('B1', day + 0.5 + 5 / 1440, 'moment'), number('C1', day)];
    expect(await cellsOf(workbook({ 1: cells }, { date1904 }))).toEqual([
      ['2026-03-12', '2026-03-12T12:05', String(day)],
    ]);
    expect(await read(workbook({ 1: cells }, { date1904 }))).toMatchObject({
      rows: [{ days: { 0: '2026-03-12', 1: '2026-03-12T12:05' } }],
    });
  });

  it('keeps the zeros that its format shows', async () => {
    const cells = [number('A1', 1, 'zeros'), number('B1', 1), text('C1', '001'), number('D1', 1234, 'zeros')];
    expect(await cellsOf(workbook({ 1: cells }))).toEqual([['001', '1', '001', '1234']]);
  });

  it('is read as its formats show it', async () => {
    const formats: [string, number, string][] = [
      ['0.0', 1, '1.0'],
      ['0.00', 1.1, '1.10'],
      ['0 %', 0.95, '95 %'],
      ['0%', 0.95, '95%'],
      ['#,##0.00 "€"', 1234.5, '1,234.50 €'],
      ['"VA-"000', 7, 'VA-007'],
      ['[Red]0', -3, '-3'],
      ['General" mg"', 5, '5 mg'],
      ['dd.mm.yyyy', 43_528, '04.03.2019'],
      ['[$-407]d. mmm yyyy', 43_528, '4. März 2019'],
      ['[$-409]d mmm yyyy', 43_528, '4 Mar 2019'],
      ['mmm-yy', 43_528, 'Mar-19'],
      ['yyyy', 43_528, '2019'],
    ];
    const cells = formats.map(([, value], at) => number(`${String.fromCharCode(65 + at)}1`, value, at));
    const sheet = await read(workbook({ 1: cells }, { formats: formats.map(([format]) => format) }));
    expect(sheet.ok && sheet.rows[0]!.cells).toEqual(formats.map(([, , shows]) => shows));
    // Those that show the day, and not a month or a year alone.
    expect(sheet.ok && sheet.rows[0]!.days).toEqual({ 8: '2019-03-04', 9: '2019-03-04', 10: '2019-03-04' });
    expect(sheet).toMatchObject({ rows: [{ formulas: [] }] });
  });

  it('has the saved result of a formula, and names one without, errors and what is not shown whole', async () => {
    const sheet = await read(
      workbook({
        1: [
          '<c r="A1" t="str"><f>B1&amp;"x"</f><v>seen</v></c>',
          '<c r="B1"><f>A1+1</f></c>',
          '<c r="C1" t="e"><v>#N/A</v></c>',
          '<c r="D1" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
          '<c r="E1" t="b"><v>1</v></c>',
          '<c r="F1" t="str"><f>IF(1,"","x")</f><v></v></c>',
          number('G1', 123_456_789_012),
          number('H1', -5, 'date'),
          text('I1', '=1+1'),
          text('J1', '#REF!'),
          '<c r="K1" t="e"><f>B1*2</f></c>',
        ],
      }),
    );
    expect(sheet).toMatchObject({
      ok: true,
      rows: [
        {
          cells: ['seen', '=A1+1', '#N/A', '#DIV/0!', 'TRUE', '', '1.23457E+11', '-5', '=1+1', '#REF!', '=B1*2'],
          formulas: [8],
          faults: {
            1: 'no_result',
            2: 'error',
            3: 'error',
            6: 'shortened',
            7: 'not_shown',
            9: 'error',
            10: 'no_result',
          },
        },
      ],
    });
  });

  it('has as many rows as it may, wherever they are', async () => {
    const rows = Array.from({ length: 11 }, (_, at) => [at * 90_000 + 1, [text(`A${at * 90_000 + 1}`, 'a')]]);
    const all = Object.fromEntries(rows) as Record<number, string[]>;
    expect(await read(workbook(all))).toEqual({ ok: false, reason: 'too_many_rows' });
    expect(await read(workbook(all), 11)).toMatchObject({ ok: true });
  });

  it('is refused where it unpacks to too much, or to more than it says', async () => {
    const large = new Uint8Array(65 * 1024 * 1024);
    const cells = { 1: [text('A1', 'a')] };
    const bomb = workbook(cells, { more: { 'xl/media/image1.bin': large } });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await read(bomb)).toEqual({ ok: false, reason: 'not_a_spreadsheet' });
    const size = Buffer.alloc(4);
    size.writeUInt32LE(large.length);
    for (let at = bomb.indexOf(size); at >= 0; at = bomb.indexOf(size)) bomb.writeUInt32LE(100, at);
    expect(await read(bomb)).toEqual({ ok: false, reason: 'not_a_spreadsheet' });
  });
});

describe('a file that is not what its name says', () => {
  const one = workbook({ 1: [text('A1', 'a')] });
  it.each([
    ['a PDF', Buffer.from('%PDF-1.7\n1,2,3'), 'not_a_spreadsheet'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'not_a_spreadsheet'],
    ['a workbook that breaks off', one.subarray(0, -200), 'not_a_spreadsheet'],
    ['a ZIP archive', Buffer.from('504b0506'.padEnd(44, '0'), 'hex'), 'not_a_spreadsheet'],
    ['a compound file', Buffer.from('d0cf11e0a1b11ae1'.padEnd(2048, '0'), 'hex'), 'not_a_spreadsheet'],
  ])('is refused: %s', async (_, bytes, reason) => {
    expect(await read(bytes)).toEqual({ ok: false, reason });
  });

  it('is read by its bytes, in a thread', async () => {
    const spreadsheets = createSpreadsheets(workers);
    expect(await spreadsheets.read(one, 1)).toMatchObject({ ok: true, rows: [{ cells: ['a'] }] });
    expect(await spreadsheets.read(Buffer.from('a'), 1)).toMatchObject({ ok: true, rows: [{ cells: ['a'] }] });
  });
});

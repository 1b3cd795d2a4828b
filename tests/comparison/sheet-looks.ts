import { sheetsOf } from './sheet-mutations.ts';
import type { Sheets } from './sheets.ts';

/** Two versions of the same words that only look otherwise. */
export interface Look {
  name: string;
  older: Sheets;
  newer: Sheets;
}

const foots = [
  ['Page # of ##'],
  ['Seite #/##'],
  ['- # -'],
  ['SOP-MFG-041', '#'],
  ['strona # z ##', 'and/or 5 g'],
  ['# / ##'],
];
const changes: Record<string, Partial<Sheets>> = {
  'another typeface': { typeface: 'serif' },
  'a typeface of equal widths': { typeface: 'mono' },
  'larger letters': { size: 13 },
  'smaller letters': { size: 8 },
  'other paper': { paper: [612, 792] },
  'smaller paper': { paper: [420, 595] },
};

/** Text that flows over pages, in each script, with one and two columns, with and without a cover. */
export function flowingLooks(seed: number): Look[] {
  return Object.entries(changes).flatMap(([name, change], index) =>
    (['english', 'polish', 'japanese'] as const).map((language, at): Look => {
      const base = sheetsOf(seed + index, language);
      const text = {
        text: 'Use a self-made gauge and/or a probe, 5–9 kg/m and 12 mg/ml at high-pressure input/output lines',
      };
      const pages = [...base.pages, ...base.pages.map((lines) => [text, ...lines])].map((lines) =>
        lines.map((line) => ({ text: line.text })),
      );
      const cover = [{ text: 'Cleaning of vessels' }, { text: 'Version 3.0 of May 2026' }];
      const older: Sheets = {
        ...base,
        foot: foots[(index + at + seed) % foots.length]!,
        pages: index % 2 === 0 ? pages : [cover, ...pages],
        columns: 1 + ((index + at) % 2),
        hasCover: index % 2 === 1,
      };
      return { name: `${name}, ${language}`, older, newer: { ...older, ...change } };
    }),
  );
}

/** Pages whose text stands still, with everything that is no text, in another typeface. */
export function standingLook(seed: number): Look {
  const older = sheetsOf(seed);
  older.pages[0]![2]!.link = 'https://forms.example/f-12';
  older.pages[0]![4]!.link = 3;
  older.pages[1]![3]!.field = { name: 'limit', value: '5' };
  older.pages[1]![5]!.field = { name: 'done', kind: 'list' };
  older.pages[2]![3]!.note = 'See the deviation of May';
  older.bookmarks = [1, 2, 3].map((page) => ({ title: `Part ${page}`, page }));
  older.files = [{ name: 'limits.csv', text: 'Rinse,40' }];
  return { name: 'all elements, another typeface', older, newer: { ...older, typeface: 'serif', size: 11 } };
}

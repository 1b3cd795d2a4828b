import { both, type Change, type Language, lineOf, replace, sheetsOf } from './sheet-mutations.ts';
import type { Sheets } from './sheets.ts';

const turned = ({ pages }: Sheets): void =>
  pages.forEach((lines) => lines.push({ text: 'Only for internal use 2026', x: 24, y: 500, isTurned: true }));

const otherWord =
  (language: Language): Change =>
  (sheets, next) => {
    Object.assign(sheets, sheetsOf(17, language));
    const page = next(4);
    const line = sheets.pages[page]![2]!;
    const [word] = language === 'japanese' ? [line.text[2]!] : line.text.split(' ');
    const added = { english: 'replaced', polish: 'wymieniony', japanese: '禁' }[language];
    line.text = line.text.replace(word!, added);
    return { removed: [word!], added: [added], older: (older) => Object.assign(older, sheetsOf(17, language)) };
  };

/** Changes in the middle of pages, in other scripts and layouts, and in what no page shows. */
export const otherKinds: Record<string, Change> = {
  dose: (sheets, next) => {
    const line = lineOf(sheets, next(4), 'Dose');
    return replace(line, line.text.split(' ')[1]!, `${90 + next(9)}`);
  },
  'unit of a dose': (sheets, next) => {
    const line = lineOf(sheets, next(4), 'Dose');
    return replace(line, line.text.split(' ')[2]!, 'kg');
  },
  'raised figure': both(
    ({ pages }) => pages[1]!.splice(3, 0, { text: 'At most 10⁵ germs on 4 m² of wall' }),
    ({ pages }, next) => (next(2) === 0 ? replace(pages[1]![3]!, '10⁵', '105') : replace(pages[1]![3]!, 'm²', 'm2')),
  ),
  sign: both(
    ({ pages }) => pages[2]!.splice(4, 0, { text: 'Store at # 20 °C ± 5 K, pH ≥ 7' }),
    ({ pages }, next) =>
      [
        () => replace(pages[2]![4]!, '≥', '≤'),
        () => replace(pages[2]![4]!, '#', '…'),
        () => replace(pages[2]![4]!, '±', '+'),
      ][next(3)]!(),
  ),
  'text in the margin': both(turned, ({ pages }, next) => {
    pages[next(4)]!.at(-1)!.text = 'Only for external use 2026';
    return { touches: ['external', 'internal'] };
  }),
  'lines that trade places on paper alone': both(
    ({ pages }) =>
      pages.forEach((lines) => lines.push({ text: 'Open the valve', y: 500 }, { text: 'Close the drain', y: 520 })),
    ({ pages }, next) => {
      const lines = pages[next(4)]!;
      [lines.at(-1)!.y, lines.at(-2)!.y] = [lines.at(-2)!.y!, lines.at(-1)!.y!];
      return { touches: ['Close', 'Open'] };
    },
  ),
  'word in two columns': both(
    (sheets) => (sheets.columns = 2),
    (sheets, next) => {
      const line = lineOf(sheets, next(4), 'Dose');
      return replace(line, line.text.split(' ')[1]!, `${90 + next(9)}`);
    },
  ),
  'word in landscape': both(
    (sheets) => {
      sheets.paper = [842, 595];
      for (const lines of sheets.pages) lines.at(-1)!.y = 510;
    },
    (sheets, next) => replace(lineOf(sheets, next(4), 'Hold'), 'min', 's'),
  ),
  'word on turned pages': both(
    (sheets) => (sheets.rotate = 90),
    (sheets, next) => replace(lineOf(sheets, next(4), 'Step'), 'salt', 'lime'),
  ),
  'word in English': otherWord('english'),
  'word in Polish': otherWord('polish'),
  'character in Japanese': otherWord('japanese'),
  'address of a link': both(
    ({ pages }) => (pages[1]![3]!.link = 'https://forms.example/f-12'),
    ({ pages }, next) => {
      pages[1]![3]!.link = `https://forms.example/f-${13 + next(80)}`;
      return { element: ['link', pages[1]![3]!.link as string] };
    },
  ),
  'link on another line': both(
    ({ pages }) => (pages[1]![3]!.link = 'https://forms.example/f-12'),
    ({ pages }, next) => {
      delete pages[1]![3]!.link;
      pages[1]![5 + next(2)]!.link = 'https://forms.example/f-12';
      return { element: ['link', 'https://forms.example/f-12'] };
    },
  ),
  'page of a link': both(
    ({ pages }) => (pages[0]![3]!.link = 2),
    ({ pages }, next) => {
      pages[0]![3]!.link = 3 + next(2);
      return { element: ['link', `page ${pages[0]![3]!.link}`] };
    },
  ),
  'link in the head': both(
    ({ pages }) => pages.forEach((lines) => (lines[0]!.link = 'https://a.example/')),
    ({ pages }, next) => {
      pages[next(4)]![0]!.link = 'https://b.example/';
      return { element: ['link', 'https://b.example/'] };
    },
  ),
  'value of a field': both(
    ({ pages }) => (pages[2]![2]!.field = { name: 'limit', value: '5' }),
    ({ pages }, next) => {
      pages[2]![2]!.field = { name: 'limit', value: `${50 + next(9)}` };
      return { element: ['field', `“${pages[2]![2]!.field.value}”`] };
    },
  ),
  'kind of a field': both(
    ({ pages }) => (pages[2]![2]!.field = { name: 'limit' }),
    ({ pages }, next) => {
      const isList = next(2) === 0;
      pages[2]![2]!.field = isList ? { name: 'limit', kind: 'list' } : { name: 'limit', required: true };
      return { element: ['field', isList ? 'options “yes”, “no”' : 'required'] };
    },
  ),
  'field that is lost': both(
    ({ pages }) => (pages[2]![2]!.field = { name: 'batch' }),
    ({ pages }) => {
      delete pages[2]![2]!.field;
      return { element: ['field', 'batch'] };
    },
  ),
  'page of a bookmark': both(
    (sheets) => (sheets.bookmarks = [1, 2, 3].map((page) => ({ title: `Part ${page}`, page }))),
    (sheets, next) => {
      sheets.bookmarks![next(3)]!.page = 4;
      return { element: ['bookmark', 'page 4'] };
    },
  ),
  'title of a bookmark': both(
    (sheets) => (sheets.bookmarks = [1, 2, 3].map((page) => ({ title: `Part ${page}`, page }))),
    (sheets, next) => {
      sheets.bookmarks![next(3)]!.title = 'Annex';
      return { element: ['bookmark', 'Annex'] };
    },
  ),
  'bytes of an attached file': both(
    (sheets) => (sheets.files = [{ name: 'limits.csv', text: 'Rinse,40' }]),
    (sheets, next) => {
      sheets.files![0]!.text = `Rinse,4${next(9)}0`;
      return { element: ['attachment', 'limits.csv'] };
    },
  ),
  'attached file that is lost': both(
    (sheets) => (sheets.files = ['a.csv', 'b.csv'].map((name) => ({ name, text: 'x' }))),
    (sheets, next) => {
      const [gone] = sheets.files!.splice(next(2), 1);
      return { element: ['attachment', gone!.name] };
    },
  ),
  'words of a comment': both(
    ({ pages }) => (pages[1]![4]!.note = 'See the deviation of May'),
    ({ pages }, next) => {
      pages[1]![4]!.note = `See the deviation of June ${next(30)}`;
      return { element: ['note', 'June'] };
    },
  ),
};

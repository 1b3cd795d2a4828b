import { both, type Change, lineOf, replace } from './sheet-mutations.ts';

/** Changes in the upper and lower eighth of pages. */
export const edgeKinds: Record<string, Change> = {
  'limit in the first line': (sheets, next) => {
    const page = next(4);
    return replace(lineOf(sheets, page, 'Step'), `${5 + page} g`.split(' ')[0]!, `${5 + page}0`);
  },
  'unit in the first line': (sheets, next) => replace(lineOf(sheets, next(4), 'Step'), ' g ', ' mg '),
  'limit in the last line': (sheets, next) => {
    const page = next(4);
    return replace(lineOf(sheets, page, 'Hold'), `${11 + page}`, `${12 + page}`);
  },
  'warning on some pages': both(
    ({ pages }) => pages.forEach((lines) => lines.unshift({ text: 'Warning: wear goggles.', y: 44 })),
    ({ pages }, next) => {
      pages[next(4)]!.shift();
      return { removed: ['Warning:', 'wear', 'goggles.'] };
    },
  ),
  'warning on one more page': both(
    ({ pages }) => pages.slice(1).forEach((lines) => lines.push({ text: 'Hot surface, do not touch', y: 770 })),
    ({ pages }) => {
      pages[0]!.push({ text: 'Hot surface, do not touch', y: 770 });
      return { added: ['Hot', 'surface,', 'do', 'not', 'touch'] };
    },
  ),
  'number like a page’s': both(
    ({ pages }) => pages.forEach((lines, page) => lines.unshift({ text: `Limit ${page + 1}`, y: 44 })),
    ({ pages }, next) => {
      const page = next(4);
      return replace(pages[page]![0]!, `${page + 1}`, `${page + 2 + next(5)}`);
    },
  ),
  'numbers like pages’, one more each': both(
    ({ pages }) => pages.forEach((lines, page) => lines.push({ text: `Limit ${page + 1} bar`, y: 770 })),
    ({ pages }) => {
      for (const [page, lines] of pages.entries()) lines.at(-1)!.text = `Limit ${page + 2} bar`;
      return { touches: ['5'] };
    },
  ),
  'number like the count of pages, and a page more': both(
    (sheets) => sheets.head.push(`Take ${sheets.pages.length} tablets`),
    (sheets) => {
      sheets.pages.push([{ text: 'Closing words of an appendix' }]);
      sheets.head[1] = 'Take 5 tablets';
      return { removed: ['4'], added: ['5', 'Closing', 'words', 'of', 'an', 'appendix'] };
    },
  ),
  'version in the head': (sheets) => {
    sheets.head = ['Northmere SOP-MFG-041 Version 4.0'];
    return { removed: ['3.0'], added: ['4.0'], onEveryPage: 1 };
  },
  'version in the head of one page': (sheets, next) => {
    sheets.otherHead = { [next(4)]: ['Northmere SOP-MFG-041 Version 4.0'] };
    return { removed: ['3.0'], added: ['4.0'] };
  },
  'foot of one page': (sheets, next) => {
    sheets.otherFoot = { [next(4)]: ['Page # of ## draft'] };
    return { added: ['draft'] };
  },
  'number of one page': (sheets) => {
    sheets.otherFoot = { 2: ['Page 7 of ##'] };
    return { removed: ['3'], added: ['7'] };
  },
  'count of pages in one foot': (sheets) => {
    sheets.otherFoot = { 1: ['Page # of 9'] };
    return { removed: ['4'], added: ['9'] };
  },
  'foot that is lost': (sheets) => {
    sheets.foot = [];
    return { removed: ['Page', '…', 'of', '…'], onEveryPage: 1 };
  },
  'line more in the head': (sheets, next) => {
    sheets.head.push(`Confidential ${next(900)}`);
    return { added: sheets.head[1]!.split(' '), onEveryPage: 1 };
  },
  'first lines that trade places': (sheets, next) => {
    const lines = sheets.pages[next(4)]!;
    [lines[0]!.text, lines[1]!.text] = [lines[1]!.text, lines[0]!.text];
    return { touches: [lines[0]!.text, lines[1]!.text] };
  },
  'head and first line trade places on one page': (sheets, next) => {
    const page = next(4);
    const line = lineOf(sheets, page, 'Step');
    sheets.otherHead = { [page]: [line.text] };
    line.text = sheets.head[0]!;
    return { touches: ['Northmere'] };
  },
  'table row at the top': both(
    ({ pages }) =>
      pages.forEach((lines) => {
        lines.unshift(
          { text: 'Item', cells: ['Limit', 'Unit'], y: 40 },
          { text: 'Rinse', cells: ['40', 'bar'], y: 50 },
        );
      }),
    ({ pages }, next) => {
      pages[next(4)]![1]!.cells![0] = '41';
      return { removed: ['40'], added: ['41'] };
    },
  ),
  'unit of a table row at the foot': both(
    ({ pages }) => pages.forEach((lines) => lines.push({ text: 'Rinse', cells: ['40', 'bar'], y: 765 })),
    ({ pages }, next) => {
      pages[next(4)]!.at(-1)!.cells![1] = 'kPa';
      return { removed: ['bar'], added: ['kPa'] };
    },
  ),
  'equal lines, one of two': both(
    ({ pages }) => pages.forEach((lines) => lines.push({ text: 'Sign here', y: 765 }, { text: 'Sign here', y: 778 })),
    ({ pages }, next) => {
      pages[next(4)]!.pop();
      return { removed: ['Sign', 'here'] };
    },
  ),
};

import { comparisonMethod } from '#events/document/comparison-method.ts';
import type { Comparison, ElementChange, Passage, PictureChange } from '#app/comparison/engine/comparison.ts';
import { inDigits, lasting, listed } from '#app/ui/text/count.ts';

/** The place of a passage in running headers and footers. */
export const everyPage = 'On every page';

export const passageKinds = { changed: 'Changed', added: 'Added', removed: 'Removed', moved: 'Moved' } as const;

const pictureKinds = {
  changed: 'Looks different',
  added: 'Only in the newer version',
  removed: 'Only in the older version',
} as const;

/** `Looks different, page 3`. */
export const pictureTitle = ({ kind, from, to }: PictureChange): string =>
  `${pictureKinds[kind]}, page ${to?.page ?? from?.page}`;

export const onlyScans =
  'One of these versions is a scan: its pages hold no text. Only the pictures of the pages were compared.';

/** The links, form fields and so on of which changes are listed. */
export const elementsTitle = 'Links, form fields, bookmarks and files';

const elementNames = {
  link: 'Link',
  field: 'Form field',
  note: 'Note',
  bookmark: 'Bookmark',
  attachment: 'Attached file',
} as const;

/** `Link “F-12”, page 2`. */
export function elementTitle({ element, from, to }: ElementChange): string {
  const side = to ?? from;
  const name = side?.name ? ` “${side.name}”` : ' without words';
  return `${elementNames[element]}${name}${side?.page ? `, page ${side.page}` : ''}`;
}

/** What an element is or leads to in each version, where it differs; `place` where only its place does. */
export function elementSides({ from, to }: ElementChange): { older: string; newer: string; place: string } {
  const [older, newer] = [from?.value ?? '', to?.value ?? ''];
  if (!from || !to || older !== newer) return { older, newer, place: '' };
  const isMoved = from.page !== null && to.page !== null && from.page !== to.page;
  return {
    older: '',
    newer: '',
    place: isMoved ? `It was on page ${from.page} and is on page ${to.page}.` : 'It stands in another place.',
  };
}

type Counted = Pick<
  Comparison,
  'method' | 'compares' | 'counts' | 'undrawnPages' | 'unknownActions' | 'from' | 'to' | 'pictures' | 'elements'
> & {
  /** Passages. */
  total: number;
};

type Counts = Pick<Comparison['counts'], 'wordsAdded' | 'wordsRemoved' | 'pagesChanged' | 'elementsChanged'>;

/** `3 words removed, 12 added.` */
const countedWords = ({ wordsAdded, wordsRemoved }: Counts): string =>
  `${lasting(wordsRemoved, 'word')} removed, ${inDigits(wordsAdded)} added.`;

/** `2 pages changed. 1 change of links, form fields, notes, bookmarks or attached files.` */
export const countedPages = ({ pagesChanged, elementsChanged }: Omit<Counts, 'wordsAdded' | 'wordsRemoved'>): string =>
  `${lasting(pagesChanged, 'page')} changed.` +
  (elementsChanged > 0
    ? ` ${lasting(elementsChanged, 'change')} of links, form fields, notes, bookmarks or attached files.`
    : '');

/** What a signature that names a comparison says of it. */
export const countedChanges = (counts: Counts): string => `${countedWords(counts)} ${countedPages(counts)}`;

/** `3 passages. 12 words removed, 10 added. 2 pages changed.` */
export function countsInWords({ counts, total }: Pick<Counted, 'counts' | 'total'>): string {
  return `${passagesCounted(total)} ${wordsCounted(counts)} ${countedPages(counts)}`;
}

const passagesCounted = (total: number): string => `${lasting(total, 'passage')}.`;

const wordsCounted = ({
  wordsAdded,
  wordsRemoved,
  wordsMoved,
}: Pick<Comparison['counts'], 'wordsAdded' | 'wordsRemoved' | 'wordsMoved'>): string =>
  `${lasting(wordsRemoved, 'word')} removed, ${inDigits(wordsAdded)} added` +
  `${wordsMoved > 0 ? `, ${inDigits(wordsMoved)} moved` : ''}.`;

/** `3 passages. 12 words removed, 10 added.` */
export const workingCounts = ({
  counts: { wordsAdded, wordsRemoved, wordsMoved },
  total,
}: {
  counts: Pick<Comparison['counts'], 'wordsAdded' | 'wordsRemoved' | 'wordsMoved'>;
  total: number;
}): string => `${passagesCounted(total)} ${wordsCounted({ wordsAdded, wordsRemoved, wordsMoved })}`;

/** What of working files is compared, and what is not. */
export const workingRest =
  'Every word of the text, its tables, notes, headers and footers was compared, as if all tracked changes were ' +
  'accepted. Pictures, drawings, formatting, comments, and numbers that the program counts by itself were not.';

/** Pages of either version without words. */
const silentPages = ({ from, to }: Counted): number[] =>
  [...new Set([...from.silentPages, ...to.silentPages])].sort((one, other) => one - other);

/** That nothing else changed, where everything could be compared; else what was found. */
export function verdict(compared: Counted): string {
  const { method, compares, undrawnPages, unknownActions, total, pictures, elements } = compared;
  const found = total + pictures.length + elements.length > 0;
  const left = [...undrawnPages.from, ...undrawnPages.to, ...silentPages(compared), ...unknownActions];
  if (method === comparisonMethod && compares === 'words' && left.length === 0)
    return found ? 'Nothing else changed.' : 'Nothing changed.';
  return found ? 'No other change was found.' : 'No change was found.';
}

const earlierWords =
  'This comparison was made by an earlier method. It compared words, embedded pictures and the look of pages. It ' +
  'could take changed lines near the upper and lower edge of pages for headers and footers. Links, form fields, ' +
  'notes, bookmarks and attached files were not compared.';

const elementsCompared = 'links, form fields, notes, bookmarks and attached files';
const neverCompared =
  'Not compared: document properties, page labels, tags, layers, scripts, what buttons do, how many characters a ' +
  'form field takes, and how the document opens.';

/** What was compared, and what could not be: exactly what the verdict is about. */
export function restWords(compared: Counted): string {
  const { method, compares, undrawnPages, unknownActions } = compared;
  if (method !== comparisonMethod) return earlierWords;
  const except = exceptWords(undrawnPages);
  const sentences =
    compares === 'pages'
      ? [
          `The pictures of pages were compared${except && `, except ${except}`}, and ${elementsCompared}.`,
          'Words in scans cannot be compared.',
        ]
      : [
          `Every word, every embedded picture, ${elementsCompared} were compared.`,
          'The number of its own page in a line that is otherwise the same on every page does not count.',
          except === ''
            ? 'Lines, drawings and the look of the text were compared too.'
            : `Lines, drawings and the look of the text were compared too, except ${except}, where text or the whole ` +
              'page stands in another place.',
          'At words in another typeface, size or place, only the text was compared, and whether it can be seen.',
        ];
  const silent = silentPages(compared);
  if (compares === 'words' && silent.length > 0)
    sentences.push(`Without words, such as a scan: ${pagesNamed(silent)}. There only pictures were compared.`);
  if (unknownActions.length > 0) {
    const names = unknownActions
      .slice(0, mostNamed)
      .map((name) => (name === '' ? 'a link without words' : `“${name}”`));
    const more = unknownActions.length - names.length;
    sentences.push(`What these start was not compared: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`);
  }
  return [...sentences, neverCompared].join(' ');
}

/** `on page 3, and on page 2 of the older version`; empty where there is no such page. */
const exceptWords = ({ from, to }: Counted['undrawnPages']): string =>
  [
    ...(to.length > 0 ? [`on ${pagesNamed(to)}`] : []),
    ...(from.length > 0 ? [`on ${pagesNamed(from)} of the older version`] : []),
  ].join(' and ');

const mostNamed = 12;

const pagesNamed = (pages: readonly number[]): string =>
  pages.length > mostNamed
    ? `${inDigits(pages.length)} pages`
    : `${pages.length === 1 ? 'page' : 'pages'} ${listed(pages.map(String))}`;

/** `Page 3`, `Pages 3 to 5`. */
export const spanInWords = ({ page, lastPage }: NonNullable<Passage['from']>): string =>
  page === lastPage ? `Page ${page}` : `Pages ${page} to ${lastPage}`;

/** The pages of a passage in both versions; once where they are the same. */
export function pagesOfPassage({ from, to }: Pick<Passage, 'from' | 'to'>) {
  const isSame = from && to && from.page === to.page && from.lastPage === to.lastPage;
  return { older: isSame ? null : from, newer: to, named: !isSame };
}

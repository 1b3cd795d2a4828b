import type { Comparison, Passage, PictureChange } from '#app/comparison/engine/comparison.ts';
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

type Counted = Pick<Comparison, 'compares' | 'counts' | 'reflowedPages' | 'from' | 'to' | 'pictures'> & {
  /** Passages. */
  total: number;
};

type Counts = Pick<Comparison['counts'], 'wordsAdded' | 'wordsRemoved' | 'pagesChanged'>;

/** `3 words removed, 12 added.` */
export const countedWords = ({ wordsAdded, wordsRemoved }: Counts): string =>
  `${lasting(wordsRemoved, 'word')} removed, ${inDigits(wordsAdded)} added.`;

/** `2 pages changed.` */
export const countedPages = ({ pagesChanged }: Counts): string => `${lasting(pagesChanged, 'page')} changed.`;

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
  const { compares, reflowedPages, total, pictures } = compared;
  const found = total + pictures.length > 0;
  if (compares === 'words' && reflowedPages.length + silentPages(compared).length === 0)
    return found ? 'Nothing else changed.' : 'Nothing changed.';
  return found ? 'No other change was found.' : 'No change was found.';
}

/** What was compared, and what could not be. */
export function restWords(compared: Counted): string {
  const { compares, reflowedPages } = compared;
  if (compares === 'pages') return 'The picture of every page was compared. Words in scans cannot be compared.';
  const silent = silentPages(compared);
  const sentences = ['Every word and every embedded picture was compared; page numbers do not count.'];
  sentences.push(
    reflowedPages.length === 0
      ? 'Lines, drawings and the look of the text were compared too.'
      : `Lines, drawings and the look of the text were compared too, except on ${pagesNamed(reflowedPages)}, where ` +
          'the text stands in another place.',
  );
  if (silent.length > 0)
    sentences.push(`Without words, such as a scan: ${pagesNamed(silent)}. There only pictures were compared.`);
  return sentences.join(' ');
}

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

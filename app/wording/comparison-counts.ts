import { inDigits } from '#app/ui/text/count.ts';

interface Counts {
  wordsAdded: number;
  wordsRemoved: number;
  pagesChanged: number;
}

/** `3 words removed, 12 added.` */
export const countedWords = ({ wordsAdded, wordsRemoved }: Counts): string =>
  `${inDigits(wordsRemoved)} ${wordsRemoved === 1 ? 'word' : 'words'} removed, ${inDigits(wordsAdded)} added.`;

/** `2 pages changed.` */
export const countedPages = ({ pagesChanged }: Counts): string =>
  `${inDigits(pagesChanged)} ${pagesChanged === 1 ? 'page' : 'pages'} changed.`;

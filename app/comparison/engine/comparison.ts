/** How versions are compared. Another way of comparing gets another name. */
export const comparisonMethod = 'imprimatur-comparison-1';

/** A box on a page's picture: fractions of its width and height from its upper left corner. */
export type Box = {
  left: number;
  top: number;
  width: number;
  height: number;
};

/** A place in a version: pages count from 1, words from 0 in reading order, running lines first. */
export type Span = {
  page: number;
  lastPage: number;
  word: number;
  words: number;
};

export type Part = {
  kind: 'same' | 'removed' | 'added';
  text: string;
};

export type Passage = {
  kind: 'changed' | 'added' | 'removed' | 'moved';
  /** The numbered heading above it, else its page; running lines stand on every page. */
  place: string;
  /** Where it stands in a table that can be recognised. */
  cell: { row: string; column: string } | null;
  from: Span | null;
  to: Span | null;
  /** All words of both spans, in reading order. */
  parts: Part[];
  /** A few unchanged words on each side of them, in the newer version where it has any of them. */
  before: string;
  after: string;
};

export type PictureChange = {
  kind: 'changed' | 'added' | 'removed';
  from: { page: number; boxes: Box[] } | null;
  to: { page: number; boxes: Box[] } | null;
};

export type ComparedVersion = {
  sha256: string;
  pages: number;
  words: number;
  /** Pages without words, such as scans. */
  silentPages: number[];
};

/** What differs between two PDFs. Equal files give equal bytes of its canonical JSON. */
export type Comparison = {
  method: typeof comparisonMethod;
  /** `pages`: a version without words, such as a scan, of which only the pictures of pages can be compared. */
  compares: 'words' | 'pages';
  from: ComparedVersion;
  to: ComparedVersion;
  counts: { wordsAdded: number; wordsRemoved: number; wordsMoved: number; pagesChanged: number };
  passages: Passage[];
  pictures: PictureChange[];
  /** Pages of the newer version whose text stands in another place: only their embedded pictures are compared. */
  reflowedPages: number[];
};

import { comparisonMethod, type earlierMethod } from '#events/document/comparison-method.ts';

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

export type ElementKind = 'link' | 'field' | 'note' | 'bookmark' | 'attachment';

/** An element of one version: its page where it stands on one, its words or name, and what it is or leads to. */
type ElementSide = { page: number | null; name: string; value: string };

export type ElementChange = {
  element: ElementKind;
  kind: 'changed' | 'added' | 'removed';
  from: ElementSide | null;
  to: ElementSide | null;
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
  method: typeof comparisonMethod | typeof earlierMethod;
  /** `pages`: a version without words, such as a scan, of which only the pictures of pages can be compared. */
  compares: 'words' | 'pages';
  from: ComparedVersion;
  to: ComparedVersion;
  counts: {
    wordsAdded: number;
    wordsRemoved: number;
    wordsMoved: number;
    pagesChanged: number;
    /** Links, form fields, notes, bookmarks and attached files. */
    elementsChanged: number;
  };
  passages: Passage[];
  pictures: PictureChange[];
  elements: ElementChange[];
  /** Pages that were not compared as they are drawn: text stands in another place, or the page has no counterpart. */
  undrawnPages: { from: number[]; to: number[] };
  /** Names of links and bookmarks whose action leads to no place or address: what it does is not compared. */
  unknownActions: string[];
};

type EarlierComparison = Omit<Comparison, 'counts' | 'elements' | 'undrawnPages' | 'unknownActions'> & {
  method: typeof earlierMethod;
  counts: Omit<Comparison['counts'], 'elementsChanged'>;
  reflowedPages: number[];
};

/** A comparison as it is stored. */
export function parseComparison(json: string): Comparison {
  const stored = JSON.parse(json) as EarlierComparison | (Comparison & { method: typeof comparisonMethod });
  if (stored.method === comparisonMethod) return stored;
  const { reflowedPages, counts, ...rest } = stored;
  return {
    ...rest,
    counts: { ...counts, elementsChanged: 0 },
    elements: [],
    undrawnPages: { from: [], to: reflowedPages },
    unknownActions: [],
  };
}

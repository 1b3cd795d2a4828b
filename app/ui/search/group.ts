import type { DocumentStatus } from '#events/document/status.ts';

/** A piece of a snippet; marked where it matches. */
export type Piece = { text: string; marked: boolean };

/** One result: a link. */
export type SearchItem = {
  to: string;
  label: string;
  /** A document's number and version. */
  number?: string;
  note?: string;
  status?: { status: DocumentStatus; trainingRate: number };
  snippet?: readonly Piece[];
  /** The link leads to a file. */
  download?: boolean;
};

export type SearchGroup = { title: string; items: readonly SearchItem[] };

export type Found = {
  q: string;
  groups: readonly SearchGroup[];
  /** How many documents hold no text, in words. */
  note: string | null;
  /** These documents, where the whole page is shown. */
  withoutText: readonly SearchItem[];
};

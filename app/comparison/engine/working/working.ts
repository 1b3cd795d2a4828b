import type { Comparison, Passage } from '#app/comparison/engine/comparison.ts';

/** What differs between the words of two working files. It is not recorded, and no signature names it. */
export interface WorkingComparison {
  counts: Pick<Comparison['counts'], 'wordsAdded' | 'wordsRemoved' | 'wordsMoved'>;
  /** Their pages are all 1: the files have none. */
  passages: Passage[];
}

export type WorkingFormat = 'word' | 'open-document' | 'flat-open-document';

const formats: Record<string, WorkingFormat> = {
  docx: 'word',
  docm: 'word',
  dotx: 'word',
  odt: 'open-document',
  fodt: 'flat-open-document',
};

/** The format of a working file whose words can be compared; null for all others. */
export const workingFormat = (filename: string): WorkingFormat | null =>
  formats[/\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? ''] ?? null;

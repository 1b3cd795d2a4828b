import type { EventData } from '#events/catalogue.ts';

const uid = (number: number): string => `0199a1b2-0000-7000-8000-${String(number).padStart(12, '0')}`;
const sha256 = 'e'.repeat(64);

/** The comparison that the sample of a signature names. */
export const comparisonMade: EventData<'ComparisonMade'> = {
  document: uid(10),
  from: { version: '2.0', sha256: 'f'.repeat(64) },
  to: { version: '2.1', sha256: 'b'.repeat(64) },
  method: 'imprimatur-comparison-2',
  file: {
    objectKey: `${uid(1)}/${uid(10)}/e`,
    name: '2.0 to 2.1.json',
    mediaType: 'application/json',
    size: 48_213,
    sha256,
    pages: null,
  },
  sha256,
  wordsAdded: 12,
  wordsRemoved: 3,
  pagesChanged: 2,
  elementsChanged: 1,
};

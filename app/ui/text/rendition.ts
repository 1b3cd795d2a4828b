import type { Rendition } from '#events/document/events.ts';

/** What is said beside a PDF that signed PDFs and copies are not made from. */
export const renditionWords: Record<Rendition['because'], string> = {
  restrictions:
    'This PDF has restrictions. It is stored unchanged. The signed PDF and copies are made from an unrestricted ' +
    'rendition.',
  repaired:
    'This PDF is slightly damaged. It is stored unchanged. The signed PDF and copies are made from a repaired ' +
    'rendition.',
};

/** The same in the margin of a copy. */
export const copiedFrom: Record<Rendition['because'], string> = {
  restrictions: 'Made from an unrestricted rendition of the original.',
  repaired: 'Made from a repaired rendition of the original.',
};

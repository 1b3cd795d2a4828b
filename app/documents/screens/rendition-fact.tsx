import type { StoredFile } from '#events/document/events.ts';
import { type Fact, Fingerprint } from '#app/ui/page/facts.tsx';
import { renditionWords } from '#app/ui/text/rendition.ts';

/** What signed PDFs and copies of a PDF are made from, where that is not the PDF itself. */
export const renditionFact = ({ rendition }: Pick<StoredFile, 'rendition'>): Fact[] =>
  rendition
    ? [
        {
          name: 'Rendition',
          value: (
            <>
              {renditionWords[rendition.because]} <Fingerprint sha256={rendition.sha256} />
            </>
          ),
        },
      ]
    : [];

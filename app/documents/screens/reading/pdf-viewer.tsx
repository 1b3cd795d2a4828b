import { useNavigate } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { StoredFile } from '#events/document/events.ts';
import { limits } from '#events/limits.ts';
import { Viewer } from '#app/documents/screens/reading/viewer.tsx';
import { useHydrated } from '#app/ui/shell/hydrated.ts';
import { FoundPlaces } from './found-places.tsx';
import type { LoadedReading } from './load-reading.ts';
import type { Marks } from './page-marks.tsx';
import { mostScrolled, PageText, PdfPages, type PdfView, Thumbnails } from './pdf-pages.tsx';
import { usePageInView } from './use-page-in-view.ts';
import { type Reading, useReading } from './use-reading.ts';
import { FindField, FitChoice, PageTurner, WindowLink } from './viewer-tools.tsx';

type PdfViewerProps = Pick<PdfView, 'of' | 'kind'> & {
  file: Pick<StoredFile, 'size' | 'pages'>;
  loaded: LoadedReading;
  marks?: Marks | undefined;
  /** Links to the file itself. */
  actions: ReactNode;
};

/**
 * A PDF page by page, as pictures that the server draws. With script all pages scroll; without it the address names
 * one. Looking at it unlocks no signature.
 */
export function PdfViewer({ of, kind, file, loaded, marks, actions }: PdfViewerProps) {
  const pages = file.pages ?? 1;
  const reading = useReading(pages);
  const scrolls = useHydrated() && pages <= mostScrolled;
  const region = useRef<HTMLDivElement>(null);
  const current = usePageInView(region, reading.page, scrolls);
  useEscape(reading, current);
  const title = kind === 'signed' ? 'Signed PDF' : 'Final PDF';
  if (file.size > limits.pdfShown) {
    return (
      <Viewer title={title} tools={<span>{pages === 1 ? '1 page' : `${pages} pages`}</span>} actions={actions}>
        <p>This PDF is too large to be shown here page by page. Open it in your browser, or download it.</p>
      </Viewer>
    );
  }
  const pdf = { of, kind, pages };
  const { found, text } = loaded;
  return (
    <div className="stack">
      <p className="print-only">The document is not printed with this page. Download the PDF and print it.</p>
      <Viewer
        title={title}
        fit={reading.fit}
        full={reading.full}
        region={region}
        actions={
          <>
            <WindowLink reading={reading} current={current} />
            {actions}
          </>
        }
        tools={
          <>
            <PageTurner reading={reading} pages={pages} current={current} />
            <FitChoice reading={reading} current={current} />
            <FindField reading={reading} words={found?.words} />
          </>
        }
        notes={found && <FoundPlaces found={found} to={reading.to} />}
        beside={pages > 1 && pages <= mostScrolled && <Thumbnails pdf={pdf} current={current} to={reading.to} />}
      >
        <PdfPages pdf={pdf} only={scrolls ? null : reading.page} marks={marks} />
      </Viewer>
      <PageText pages={pages} current={current} text={text} to={reading.to} />
    </div>
  );
}

/** Escape leaves the full window. */
function useEscape({ full, to }: Reading, current: number) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!full) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape')
        navigate(to({ full: null, page: String(current) }), { replace: true, preventScrollReset: true });
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  });
}

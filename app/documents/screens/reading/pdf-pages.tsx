import { Link } from '@remix-run/react';
import { type RefObject, useRef } from 'react';
import { addresses } from '#app/kit/addresses.ts';
import type { NamedVersion } from '#app/kit/query/signature.ts';
import { Sheet } from '#app/ui/page/sheet.tsx';
import { Hidden } from '#app/ui/icon/icon.tsx';
import { type Marks, PageMarks } from './page-marks.tsx';
import type { LoadedReading } from './load-reading.ts';
import { useThumbnailInView } from './use-page-in-view.ts';
import type { Reading } from './use-reading.ts';
import '#app/documents/screens/reading/viewer.css';

/** One PDF of one version. */
export type PdfView = { of: Pick<NamedVersion, 'document' | 'version'>; kind: 'final' | 'signed'; pages: number };

/** PDFs with more pages are shown page by page. */
export const mostScrolled = 300;

const upTo = (pages: number): number[] => Array.from({ length: pages }, (_, index) => index + 1);

type PdfPagesProps = { pdf: PdfView; only: number | null; marks?: Marks | undefined };

/** The pictures of the pages, loaded lazily: all of them, or (`only`) one. Each page says what it waits for. */
export function PdfPages({ pdf: { of, kind, pages }, only, marks }: PdfPagesProps) {
  const shown = only === null ? upTo(pages) : [only];
  return shown.map((page) => (
    <div key={page} className="page-picture" data-page={page}>
      <span aria-hidden="true">Drawing page {page}</span>
      <img
        src={addresses.pagePicture(of.document, of.version, kind, page)}
        loading={page === shown[0] ? 'eager' : 'lazy'}
        width={595}
        height={842}
        alt={`Page ${page} of ${pages}. Its text is below the pages.`}
      />
      {marks && <PageMarks page={page} marks={marks} />}
    </div>
  ));
}

type ThumbnailsProps = { pdf: PdfView; current: number; to: Reading['to'] };

/** A small picture of each page, as links. */
export function Thumbnails({ pdf: { of, kind, pages }, current, to }: ThumbnailsProps) {
  const list = useRef<HTMLElement>(null);
  useThumbnailInView(list, current);
  return (
    <nav className="thumbnails" aria-label="Thumbnails" ref={list as RefObject<HTMLElement>}>
      {upTo(pages).map((page) => (
        <Link
          key={page}
          to={to({ page: String(page) })}
          replace
          preventScrollReset
          aria-current={page === current ? 'true' : undefined}
        >
          <img
            src={addresses.pagePicture(of.document, of.version, kind, page, 'small')}
            loading="lazy"
            width={595}
            height={842}
            alt=""
          />
          <Hidden>Page </Hidden>
          {page}
        </Link>
      ))}
    </nav>
  );
}

type PageTextProps = { pages: number; current: number; text: LoadedReading['text']; to: Reading['to'] };

/** The text of the page, for people who do not see the pictures. */
export function PageText({ pages, current, text, to }: PageTextProps) {
  const link = (page: number) => `${to({ page: String(page), text: '' })}#page-text`;
  return (
    <Sheet id="page-text" title={text ? `Text of page ${text.page} of ${pages}` : 'Text of the pages'}>
      {text && <p className="viewer-text">{wordsOf(text.words)}</p>}
      <p className="row">
        {!text && (
          <Link to={link(current)} preventScrollReset>
            Read the text of page {current}
          </Link>
        )}
        {text && text.page > 1 && (
          <Link to={link(text.page - 1)} preventScrollReset>
            Text of page {text.page - 1}
          </Link>
        )}
        {text && text.page < pages && (
          <Link to={link(text.page + 1)} preventScrollReset>
            Text of page {text.page + 1}
          </Link>
        )}
      </p>
    </Sheet>
  );
}

function wordsOf(words: string | null): string {
  if (words === null) return 'The text of this page cannot be shown here. Open the PDF in your own reader.';
  return words.trim() === '' ? 'This page holds no text: it is a picture. Open the PDF in your own reader.' : words;
}

import { Link, useLocation } from '@remix-run/react';
import { addresses } from '#app/addresses.ts';
import type { NamedVersion } from '#app/queries/signature.ts';
import { Sheet } from '#app/ui/page/sheet.tsx';
import { useHydrated } from '#app/ui/shell/hydrated.ts';
import type { ReadingPlace } from './reading-position.ts';
import '#app/ui/paper/paper.css';
import '#app/ui/signature-panel/signature-panel.css';

type PagesProps = { of: NamedVersion; kind: 'final' | 'signed'; pages: number; place: ReadingPlace };

/** PDFs with more pages are shown page by page. */
const mostScrolled = 300;

/** The pictures of the pages: with script all of them, loaded lazily; without script the page of the address. */
export function PdfPages({ of: { document, version }, kind, pages, place }: PagesProps) {
  const scrolls = useHydrated() && pages <= mostScrolled;
  const shown = scrolls ? Array.from({ length: pages }, (_, index) => index + 1) : [place.page];
  return shown.map((page) => (
    <img
      key={page}
      className="page-picture"
      src={addresses.pagePicture(document, version, kind, page)}
      loading={page === shown[0] ? 'eager' : 'lazy'}
      width={595}
      height={842}
      alt={`Page ${page} of ${pages}. Its text is below the pages.`}
    />
  ));
}

/** Links to the previous and the next page. */
export function PageTurner({ pages, place: { page } }: Pick<PagesProps, 'pages' | 'place'>) {
  const scrolls = useHydrated() && pages <= mostScrolled;
  const to = usePageAddress();
  if (scrolls || pages === 1) return pages === 1 ? '1 page' : `${pages} pages`;
  return (
    <nav className="row" aria-label="Pages">
      {page > 1 && <Link to={to(page - 1, false)}>Previous page</Link>}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages && <Link to={to(page + 1, false)}>Next page</Link>}
    </nav>
  );
}

/** The text of the page, for people who do not see the pictures. */
export function PageText({ pages, place: { page, text } }: Pick<PagesProps, 'pages' | 'place'>) {
  const to = usePageAddress();
  return (
    <Sheet id="page-text" title={text ? `Text of page ${page} of ${pages}` : 'Text of the pages'}>
      {text && <p className="viewer-text">{wordsOf(text.found)}</p>}
      <p className="row">
        {!text && (
          <Link to={to(page, true)} preventScrollReset>
            Read the text of page {page}
          </Link>
        )}
        {text && page > 1 && (
          <Link to={to(page - 1, true)} preventScrollReset>
            Text of page {page - 1}
          </Link>
        )}
        {text && page < pages && (
          <Link to={to(page + 1, true)} preventScrollReset>
            Text of page {page + 1}
          </Link>
        )}
      </p>
    </Sheet>
  );
}

function wordsOf(found: string | null): string {
  if (found === null) return 'The text of this page cannot be shown here. Open the PDF in your own reader.';
  return found.trim() === '' ? 'This page holds no text: it is a picture. Open the PDF in your own reader.' : found;
}

/** The address of this screen with another page number. */
function usePageAddress() {
  const { pathname, search } = useLocation();
  return (page: number, text: boolean): string => {
    const query = new URLSearchParams(search);
    query.set('page', String(page));
    if (text) query.set('text', '');
    else query.delete('text');
    return `${pathname}?${query}${text ? '#page-text' : '#viewer-title'}`;
  };
}

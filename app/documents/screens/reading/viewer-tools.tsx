import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useFollowing } from '#app/ui/field/following.ts';
import { Hidden } from '#app/ui/icon/icon.tsx';
import type { Reading } from './use-reading.ts';
import '#app/documents/screens/reading/viewer.css';

type ToolsProps = { reading: Reading; pages: number; current: number };

const small = { className: 'button', 'data-kind': 'quiet', 'data-size': 'small' } as const;

/** Page x of y, with the pages before and after it. */
export function PageTurner({ reading, pages, current }: ToolsProps) {
  useFollowing('reading-page', String(current));
  const link = (page: number, words: string) => (
    <Link {...small} to={reading.to({ page: String(page) })} replace preventScrollReset>
      {words}
      <Hidden> page</Hidden>
    </Link>
  );
  if (pages === 1) return <span>1 page</span>;
  return (
    <div className="viewer-tool">
      {current > 1 && link(current - 1, 'Previous')}
      <Form method="get" replace preventScrollReset className="viewer-tool">
        <OtherParameters reading={reading} own="page" />
        <label htmlFor="reading-page">Page</label>
        <input id="reading-page" name="page" inputMode="numeric" size={4} autoComplete="off" defaultValue={current} />
        <span>of {pages}</span>
        <noscript>
          <button {...small}>
            Go<Hidden> to that page</Hidden>
          </button>
        </noscript>
      </Form>
      {current < pages && link(current + 1, 'Next')}
    </div>
  );
}

/** Whether a page fills the width or shows whole. */
export function FitChoice({ reading, current }: Omit<ToolsProps, 'pages'>) {
  const { fit, to } = reading;
  const page = String(current);
  return (
    <nav className="segments small" aria-label="Size of the pages">
      <Link to={to({ fit: null, page })} replace preventScrollReset aria-current={fit === 'width' ? 'true' : undefined}>
        Fit width
      </Link>
      <Link
        to={to({ fit: 'page', page })}
        replace
        preventScrollReset
        aria-current={fit === 'page' ? 'true' : undefined}
      >
        Fit page
      </Link>
    </nav>
  );
}

/** The link into and out of the full window. */
export function WindowLink({ reading, current }: Omit<ToolsProps, 'pages'>) {
  const page = String(current);
  return (
    <Link {...small} to={reading.to({ full: reading.full ? null : '', page })} replace preventScrollReset>
      {reading.full ? 'Leave full window' : 'Full window'}
    </Link>
  );
}

/** The field that finds words in the text of all pages. */
export function FindField({ reading, words }: { reading: Reading; words: string | undefined }) {
  useFollowing('reading-find', words ?? '');
  return (
    <Form method="get" role="search" aria-label="Find in the document" preventScrollReset className="viewer-tool">
      <OtherParameters reading={reading} own="find" />
      <label htmlFor="reading-find" className="vh">
        Find in text
      </label>
      <input
        id="reading-find"
        name="find"
        type="search"
        autoComplete="off"
        placeholder="Find in text"
        maxLength={200}
        defaultValue={words}
      />
      <button className="button" data-size="small">
        Find
      </button>
    </Form>
  );
}

/** The other parameters of the address, as hidden fields. */
const OtherParameters = ({ reading, own }: { reading: Reading; own: string }): ReactNode =>
  reading.rest(own).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

import { Link, useLocation } from '@remix-run/react';
import { Icon } from '../icon/icon.tsx';
import { inDigits } from '../text/count.ts';
import { every, showsAll, usePrinting, usePrintKeys } from './print-all.ts';
import { withQuery } from './query.ts';

type PagerProps = {
  /** What is counted, in the plural: 'documents'. */
  of: string;
  /** One of them: 'document'. */
  one: string;
  /** One-based page, rows a page, rows in all. */
  page: number;
  size: number;
  total: number;
  /** Nothing is shown where every row fits on one page. */
  onlyPages?: boolean;
  /** False where a download holds every row. */
  prints?: boolean;
  next?: string;
  previous?: string;
  /** The parameter of the address, where `page` is of something else. */
  name?: string;
};

/** First, last, and two on each side of the current page. */
const pagesToShow = (page: number, last: number) =>
  [...new Set([1, page - 2, page - 1, page, page + 1, page + 2, last])].filter((n) => n >= 1 && n <= last);

/** How many there are, which of them are shown, links to the others, and one to print them all. */
export function Pager({
  of,
  one,
  page,
  size,
  total,
  onlyPages,
  prints = true,
  next = 'Next',
  previous = 'Previous',
  name = 'page',
}: PagerProps) {
  const { pathname, search } = useLocation();
  const all = prints && showsAll(search, name);
  const last = Math.max(1, Math.ceil(total / size));
  const whole = withQuery(search, { [name]: every });
  usePrinting(all);
  usePrintKeys(prints && !all && last > 1 ? whole : null);
  if (total === 0) return null;
  const from = (page - 1) * size + 1;
  const to = Math.min(page * size, total);
  const link = (n: number) => withQuery(search, { [name]: n === 1 ? undefined : String(n) });
  const count = (
    <span>{total === 1 ? `1 ${one}` : `${inDigits(from)} to ${inDigits(to)} of ${inDigits(total)} ${of}`}</span>
  );
  if (all)
    return (
      <div className="pager">
        {count}
        {total > size && (
          <span>At most {inDigits(size)} are printed at once. Filter the list to print the others.</span>
        )}
        <span className="pages">
          <Link to={link(1)}>Show in pages</Link>
        </span>
      </div>
    );
  if (last === 1 && onlyPages) return null;
  if (last === 1) return <div className="pager">{count}</div>;
  return (
    <nav className="pager" aria-label={`Pages of ${of}`}>
      {count}
      {prints && (
        <Link className="print-all" to={whole} reloadDocument>
          <Icon name="printer" />
          Print all
        </Link>
      )}
      <span className="print-only">
        Page {page} of {inDigits(last)} is printed.{' '}
        {prints ? `Print all prints every row: ${pathname}${whole}` : 'A download has every row.'}
      </span>
      <ul className="pages">
        {page > 1 && (
          <li>
            <Link to={link(page - 1)} rel="prev">
              {previous}
            </Link>
          </li>
        )}
        {pagesToShow(page, last).map((n) => (
          <li key={n}>
            <Link to={link(n)} aria-current={n === page ? 'page' : undefined}>
              {n}
            </Link>
          </li>
        ))}
        {page < last && (
          <li>
            <Link to={link(page + 1)} rel="next">
              {next}
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}

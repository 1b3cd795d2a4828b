import { Link, useLocation } from '@remix-run/react';
import { inDigits } from '../text/count.ts';
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
  next?: string;
  previous?: string;
};

/** First, last, and two on each side of the current page. */
const pagesToShow = (page: number, last: number) =>
  [...new Set([1, page - 2, page - 1, page, page + 1, page + 2, last])].filter((n) => n >= 1 && n <= last);

/** How many there are, which of them are shown, and links to the others. */
export function Pager({ of, one, page, size, total, next = 'Next', previous = 'Previous' }: PagerProps) {
  const { search } = useLocation();
  const last = Math.max(1, Math.ceil(total / size));
  if (total === 0) return null;
  const from = (page - 1) * size + 1;
  const to = Math.min(page * size, total);
  const link = (n: number) => withQuery(search, { page: n === 1 ? undefined : String(n) });
  const count = (
    <span>{total === 1 ? `1 ${one}` : `${inDigits(from)} to ${inDigits(to)} of ${inDigits(total)} ${of}`}</span>
  );
  if (last === 1) return <div className="pager">{count}</div>;
  return (
    <nav className="pager" aria-label={`Pages of ${of}`}>
      {count}
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

import { Form, useLocation } from '@remix-run/react';
import { FieldErrors } from '../field/field-errors.tsx';
import { describedBy, plainField } from '../field/field-state.ts';
import { useFollowing } from '../field/following.ts';
import { Icon } from '../icon/icon.tsx';
import { Link } from '../link/link.tsx';
import { withQuery } from '../register/query.ts';
import { Hidden } from '../text/hidden.tsx';
import styles from '#app/ui/as-of/as-of.css?url';

const name = 'asof';
/** What names a moment in an address, and the pages of what is shown of it: another one begins again. */
const left = [name, 'position', 'page', 'across'];

/** What the address holds besides, which a form must keep. */
function Kept() {
  const rest = new URLSearchParams(useLocation().search);
  for (const other of left) rest.delete(other);
  return [...rest].map(([key, value], n) => <input key={`${n} ${key}`} type="hidden" name={key} value={value} />);
}

/**
 * Says of a page that it shows the past, and makes it look so. Stands before `Page`. `text` is the moment in UTC as it is typed; `words` names it
 * where more is to be said.
 */
export function AsOf({ text, words = `${text} UTC` }: { text: string; words?: string }) {
  const { search } = useLocation();
  useFollowing(name, text);
  return (
    <section className="asof" data-asof={text} aria-label="Moment of the record">
      {/* Here, and not with the page: the record of today needs none of it. */}
      <link rel="stylesheet" href={styles} />
      <div className="asof-in">
        <Icon name="history" />
        <strong role="status">You are viewing the record as of {words}</strong>
        <Form method="get">
          <Kept />
          <label className="vh" htmlFor={name}>
            Show the record as of, UTC
          </label>
          <input id={name} name={name} defaultValue={text} size={17} autoComplete="off" />
          <span>UTC</span>
          <button className="button" data-size="small">
            Go
          </button>
          <Link
            className="button"
            data-kind="quiet"
            data-size="small"
            to={withQuery(search, Object.fromEntries(left.map((other) => [other, undefined])))}
          >
            Return to now
          </Link>
        </Form>
      </div>
    </section>
  );
}

/** The way into the past. `problem` is what is wrong with `text`, the moment that was asked for. */
export function AskAsOf({ text, problem }: { text?: string; problem?: string | null }) {
  const field = plainField(name, problem ? { errors: [problem] } : {});
  useFollowing(name, text ?? '');
  return (
    <Form method="get" className="field asof-ask" role="search" aria-label="Time travel">
      <Kept />
      <label htmlFor={name}>Show the record as of, UTC</label>
      <span className="hint" id={field.descriptionId}>
        As 12 Mar 2026 14:05
      </span>
      <div className="search">
        <input
          id={name}
          name={name}
          defaultValue={text}
          size={17}
          autoComplete="off"
          autoFocus={Boolean(problem)}
          {...describedBy(field, true)}
        />
        <button className="button" data-size="small">
          Go<Hidden> to that moment</Hidden>
        </button>
      </div>
      <div role="alert">
        <FieldErrors field={field} />
      </div>
    </Form>
  );
}

import { Form, Link, useLocation, useMatches } from '@remix-run/react';
import { FieldErrors, plainField, useDescribedBy } from '#app/ui/field/field.tsx';
import { useFollowing } from '../field/following.ts';
import { Hidden, Icon } from '../icon/icon.tsx';
import { withQuery } from '../register/query.ts';
import styles from '#app/ui/as-of/as-of.css?url';

const name = 'asof';
/** Parameters that change with the moment: the moment itself and the pages of its lists. */
const ownParameters = [name, 'position', 'at', 'page', 'across'];

/** What a page that can show the past answers as `asOf`, of which its bar and its control are made. */
export interface AsOfState {
  /** The moment in UTC as typed; missing: now. */
  text?: string;
  /** Its name, where it has more than the moment. */
  words?: string;
  /** Why it is not shown. */
  problem?: string | null;
}

/** The state of the page that is open; null where it cannot show the past. */
export function useAsOf(): AsOfState | null {
  const page = useMatches().at(-1)?.data as { asOf?: AsOfState | null } | null | undefined;
  return page?.asOf ?? null;
}

/** The moment of the past that the page shows, as its address has it and its links carry it; undefined: now. */
export function usePast(): string | undefined {
  const asOf = useAsOf();
  const named = new URLSearchParams(useLocation().search).has(name);
  return named && asOf && !asOf.problem ? asOf.text : undefined;
}

/** The bar over a page that shows the past. */
export function PastBar() {
  const asOf = useAsOf();
  return asOf?.text && !asOf.problem && <AsOf text={asOf.text} {...(asOf.words && { words: asOf.words })} />;
}

/** The control beside a title: leads to the past, or says why there is none to show. */
export function AsOfControl() {
  const asOf = useAsOf();
  return asOf && (!asOf.text || asOf.problem) && <AskAsOf {...asOf} />;
}

/** The address's other parameters, as hidden fields. */
function OtherParameters() {
  const rest = new URLSearchParams(useLocation().search);
  for (const other of ownParameters) rest.delete(other);
  return [...rest].map(([key, value], n) => <input key={`${n} ${key}`} type="hidden" name={key} value={value} />);
}

/** The bar of a page that shows the past. `text` is the moment in UTC as typed, `words` its name. */
export function AsOf({ text, words = `${text} UTC` }: { text: string; words?: string }) {
  const { search } = useLocation();
  useFollowing(name, text);
  return (
    <section className="asof" data-asof={text} aria-label="Moment of the record">
      <link rel="stylesheet" href={styles} />
      <div className="asof-in">
        <Icon name="history" />
        <strong role="status">You are viewing the record as of {words}</strong>
        <Form method="get">
          <OtherParameters />
          <label className="vh" htmlFor={name}>
            View as of (UTC)
          </label>
          <input id={name} name={name} defaultValue={text} size={17} autoComplete="off" />
          <span>UTC</span>
          <button className="button" data-size="small">
            Show
          </button>
          <Link
            className="button"
            data-kind="quiet"
            data-size="small"
            to={withQuery(search, Object.fromEntries(ownParameters.map((other) => [other, undefined])))}
          >
            Return to now
          </Link>
        </Form>
      </div>
    </section>
  );
}

/** Asks for a moment of the past, once it is opened. `problem` is the error of `text`. */
export function AskAsOf({ text, problem }: AsOfState) {
  const field = plainField(name, problem ? { errors: [problem] } : {});
  useFollowing(name, text ?? '');
  return (
    <details className="asof-ask" open={Boolean(problem)}>
      <summary className="button" data-kind="quiet" data-size="small">
        <Icon name="history" />
        View as of
      </summary>
      <Form method="get" className="field" role="search" aria-label="Time travel">
        <link rel="stylesheet" href={styles} />
        <OtherParameters />
        <label htmlFor={name}>View as of (UTC)</label>
        <span className="hint" id={field.descriptionId}>
          For example, 12 Mar 2026 14:05
        </span>
        <div className="search">
          <input
            id={name}
            name={name}
            defaultValue={text}
            size={17}
            autoComplete="off"
            autoFocus={Boolean(problem)}
            {...useDescribedBy(field, true)}
          />
          <button className="button" data-size="small">
            Show<Hidden> that moment</Hidden>
          </button>
        </div>
        <div role="alert">
          <FieldErrors field={field} />
        </div>
      </Form>
    </details>
  );
}

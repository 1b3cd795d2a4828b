import { Form, Link, useLocation, useNavigate } from '@remix-run/react';
import { type ReactNode, useId, type FormEvent, useEffect, useRef } from 'react';
import { inDigits } from '#app/ui/text/count.ts';
import { usePast } from '../as-of/as-of.tsx';
import { plainField } from '#app/ui/field/field.tsx';
import { type Option, SelectField } from '../field/field.tsx';
import { useFollowing } from '../field/following.ts';
import { Icon } from '../icon/icon.tsx';

type FiltersProps = {
  label: string;
  /** Parameters that this form must keep, such as the segment and the sort. */
  keep?: Readonly<Record<string, string | undefined>>;
  /** Without script, a 'Show' button applies the selects; a form that holds a search has its button already. */
  showButton?: boolean;
  children: ReactNode;
};

/** A GET form: the address holds the whole state of the list. With script, the list follows while the fields change. */
export function Filters({ label, keep = {}, showButton, children }: FiltersProps) {
  const live = useLiveFilters();
  const asof = usePast();
  return (
    <Form className="filters" method="get" role="search" aria-label={label} {...live}>
      {Object.entries({ ...keep, asof }).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
      {showButton && (
        <noscript>
          <button className="button">Show</button>
        </noscript>
      )}
    </Form>
  );
}

type SearchFieldProps = {
  label: string;
  name?: string;
  value?: string;
  /** Shows the label in the empty field and no button: the form has one for where scripts are off. */
  bare?: boolean;
};

/** The search of a list. */
export function SearchField({ label, name = 'q', value, bare = false }: SearchFieldProps) {
  useFollowing(name, value ?? '');
  return (
    <div className="field grow">
      <label htmlFor={name}>{label}</label>
      <div className="search">
        <input
          id={name}
          name={name}
          type="search"
          autoComplete="off"
          defaultValue={value}
          placeholder={bare ? label : undefined}
        />
        {!bare && (
          <button className="button">
            <Icon name="search" />
            Search
          </button>
        )}
      </div>
    </div>
  );
}

type FilterSelectProps = { label: string; name: string; options: readonly Option[]; value: string; all?: string };

/** One select of a filter bar. `all` names the option with the empty value, which stands first. */
export function FilterSelect({ label, name, options, value, all }: FilterSelectProps) {
  const field = plainField(name, { defaultValue: value });
  useFollowing(field.id, value);
  return <SelectField field={field} label={label} options={options} placeholder={all} />;
}

export type Segment = { to: string; label: string; count?: number; current?: boolean };

/** A few exclusive views of a list, as links. */
export function Segments({ label, segments }: { label: string; segments: readonly Segment[] }) {
  const id = useId();
  return (
    <div className="field">
      <span className="label" id={id}>
        {label}
      </span>
      <nav className="segments" aria-labelledby={id}>
        {segments.map(({ to, label: text, count, current }) => (
          <Link key={to} to={to} preventScrollReset aria-current={current ? 'true' : undefined}>
            {text}
            {count !== undefined && <span>{inDigits(count)}</span>}
          </Link>
        ))}
      </nav>
    </div>
  );
}

/** Milliseconds without a key before a list follows what is typed. */
const quiet = 250;

/** The form's values without the empty ones. */
function parametersOf(form: HTMLFormElement): URLSearchParams {
  const filled = [...new FormData(form)].filter((pair): pair is [string, string] => pair[1] !== '');
  return new URLSearchParams(filled);
}

/** Handlers of a form of filters: the list follows its fields while they change, and the focus stays in them. */
function useLiveFilters() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const apply = (form: HTMLFormElement) => {
    clearTimeout(timer.current);
    for (const field of form.querySelectorAll('input')) field.dataset.applied = field.value;
    const query = parametersOf(form).toString();
    if (`?${query}` === search) return;
    navigate(`${pathname}?${query}`, { replace: true, preventScrollReset: true });
  };
  return {
    onInput({ currentTarget }: FormEvent<HTMLFormElement>) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => apply(currentTarget), quiet);
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      apply(event.currentTarget);
    },
  };
}

import { Link, useLocation } from '@remix-run/react';
import { Icon } from '../icon/icon.tsx';
import { withQuery } from './query.ts';

type Chip = { words: string; parameter: string };

/** What a list is filtered by, each with a link that removes it. Nothing where it is whole. */
export function FilterChips({ chips }: { chips: readonly Chip[] }) {
  const { search } = useLocation();
  if (chips.length === 0) return null;
  const without = (...parameters: string[]) =>
    withQuery(search, Object.fromEntries(parameters.map((parameter) => [parameter, undefined])));
  return (
    <ul className="chips" aria-label="Filters">
      {chips.map(({ words, parameter }) => (
        <li key={parameter}>
          <Link className="chip" to={without(parameter)} preventScrollReset aria-label={`${words}, remove filter`}>
            {words}
            <Icon name="x" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link to={without(...chips.map(({ parameter }) => parameter))} preventScrollReset>
            Remove all filters
          </Link>
        </li>
      )}
    </ul>
  );
}

import { Link } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import type { Fact } from '#app/ui/page/facts.tsx';

/** A fact of a version's change: some words, or a list; an entry may be a change request, by its uid. */
export type ChangeFact = { name: string; words?: string; list?: readonly { words: string; request?: string }[] };

/** What a version changes and why, as facts of its record; none where nobody said so. */
export const changeFacts = (change: readonly ChangeFact[]): Fact[] =>
  change.map(({ name, words, list }) => ({
    name,
    value: list ? (
      <ul>
        {list.map((one, at) => (
          <li key={at}>
            {one.request ? <Link to={addresses.changeRequest(one.request)}>{one.words}</Link> : one.words}
          </li>
        ))}
      </ul>
    ) : (
      words
    ),
  }));

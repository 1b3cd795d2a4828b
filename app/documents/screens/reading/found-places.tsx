import { Link } from '@remix-run/react';
import type { LoadedReading } from './load-reading.ts';
import type { Reading } from './use-reading.ts';
import '#app/documents/screens/reading/viewer.css';

type Found = NonNullable<LoadedReading['found']>;

function summary({ words, places }: Found): string {
  if (places === null) return 'The text of this PDF cannot be read here. Open it in your own reader.';
  const { hits, more, silent } = places;
  const scans =
    silent === 0 ? '' : ` ${silent === 1 ? '1 page is a picture' : `${silent} pages are pictures`} without text.`;
  if (hits.length === 0) return `“${words}” was not found.${scans}`;
  const count = more ? `More than ${hits.length} places` : hits.length === 1 ? '1 place' : `${hits.length} places`;
  return `${count} with “${words}”.${scans}`;
}

/** The places in the text of the PDF, each a link to its page. */
export function FoundPlaces({ found, to }: { found: Found; to: Reading['to'] }) {
  const hits = found.places?.hits ?? [];
  return (
    <section className="found-places" aria-label="Found in the text">
      <p>
        <span role="status">{summary(found)}</span>{' '}
        <Link to={to({ find: null })} preventScrollReset>
          Clear
        </Link>
      </p>
      {hits.length > 0 && (
        <ol>
          {hits.map(({ page, before, match, after }, n) => (
            <li key={n}>
              <Link to={to({ page: String(page) })} replace preventScrollReset>
                Page {page}
              </Link>
              <span>
                {before}
                <mark>{match}</mark>
                {after}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

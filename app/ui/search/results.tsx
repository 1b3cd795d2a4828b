import { Link } from '@remix-run/react';
import { Empty } from '../register/empty.tsx';
import { Status } from '../status/status.tsx';
import type { Found, SearchItem } from './group.ts';

/** What one result says: what it is, then its facts. */
export function ItemWords({ item }: { item: SearchItem }) {
  return (
    <>
      {item.number && <span className="found-number">{item.number}</span>}
      <span className="found-label">{item.label}</span>
      {item.note && <span className="found-note">{item.note}</span>}
      {item.status && <Status {...item.status} />}
      {item.snippet && (
        <span className="found-snippet">
          {item.snippet.map(({ text, marked }, i) => (marked ? <mark key={i}>{text}</mark> : text))}
        </span>
      )}
    </>
  );
}

function Items({ items }: { items: readonly SearchItem[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={`${item.to} ${item.number ?? ''} ${item.label}`}>
          {item.download ? (
            <a href={item.to}>
              <ItemWords item={item} />
            </a>
          ) : (
            <Link to={item.to}>
              <ItemWords item={item} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The groups of results as lists of links. */
export function SearchResults({ found: { q, groups, note, withoutText } }: { found: Found }) {
  return (
    <>
      {q !== '' && groups.length === 0 && <Empty>No matches found...</Empty>}
      {groups.map(({ title, items }) => (
        <section key={title} className="found" aria-labelledby={`found-${title}`}>
          <h2 id={`found-${title}`}>{title}</h2>
          <Items items={items} />
        </section>
      ))}
      {note && (
        <details className="found">
          <summary>{note}</summary>
          <Items items={withoutText} />
        </details>
      )}
    </>
  );
}

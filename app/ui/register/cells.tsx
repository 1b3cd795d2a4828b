import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { showsAll } from './print-all.ts';

/** The title of a record as the link to it. Remix would need minutes to look up thousands of links beforehand. */
export function RecordLink({ to, children }: { to: string; children: ReactNode }) {
  const { search } = useLocation();
  return (
    <Link className="record" to={to} prefetch="intent" discover={showsAll(search) ? 'none' : 'render'}>
      {children}
    </Link>
  );
}

/** Of the name without the email that may stand behind it. */
const initialsOf = (name: string) =>
  name
    .replace(/ \([^()]*@[^()]*\)$/, '')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0])
    .filter((_, i, all) => i === 0 || i === all.length - 1)
    .join('')
    .toLocaleUpperCase('en');

/** A person as initials; the full name is in the title and read out. */
export function Initials({ name }: { name: string }) {
  return (
    <abbr className="initials" title={name}>
      {initialsOf(name)}
    </abbr>
  );
}

/** A person as a small framed pair of letters, beside the name. */
export function Monogram({ name }: { name: string }) {
  return (
    <span className="monogram" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

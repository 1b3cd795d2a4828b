import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import './side-nav.css';

type BesideNavProps = {
  /** Names the navigation. */
  label: string;
  links: readonly { to: string; label: string; current: boolean }[];
  children: ReactNode;
};

/** The parts of a place as links beside the part that is open; above it where there is little room. */
export function BesideNav({ label, links, children }: BesideNavProps) {
  return (
    <div className="beside-nav">
      <nav className="side-nav" aria-label={label}>
        <ul>
          {links.map(({ to, label: words, current }) => (
            <li key={to}>
              <Link to={to} prefetch="intent" aria-current={current ? 'page' : undefined}>
                {words}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div>{children}</div>
    </div>
  );
}

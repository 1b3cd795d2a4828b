import { Link } from '@remix-run/react';
import { useId, type ReactNode } from 'react';
import './side-nav.css';

interface Group {
  title: string;
  links: readonly { to: string; label: string; current: boolean }[];
}

type BesideNavProps = {
  /** Names the navigation. */
  label: string;
  groups: readonly Group[];
  children: ReactNode;
};

/** The parts of a place as links in groups beside the part that is open; above it where there is little room. */
export function BesideNav({ label, groups, children }: BesideNavProps) {
  const id = useId();
  return (
    <div className="beside-nav">
      <nav className="side-nav" aria-label={label}>
        {groups.map(({ title, links }, index) => (
          <div key={title} className="side-group">
            <p id={`${id}${index}`}>{title}</p>
            <ul aria-labelledby={`${id}${index}`}>
              {links.map(({ to, label: words, current }) => (
                <li key={to}>
                  <Link to={to} prefetch="intent" aria-current={current ? 'page' : undefined}>
                    {words}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div>{children}</div>
    </div>
  );
}

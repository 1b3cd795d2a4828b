import type { ReactNode } from 'react';

type ScrollRegionProps = {
  /** What scrolls in it, for whoever comes to it by keyboard or hears the page. */
  label: string;
  className: string;
  children: ReactNode;
};

/** A part of the page that scrolls by itself. It takes the focus, since what scrolls must be reachable by keyboard (WCAG 2.1.1). */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={className} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}

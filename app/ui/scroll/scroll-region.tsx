import type { ReactNode, Ref } from 'react';

type ScrollRegionProps = {
  /** The accessible name. */
  label: string;
  className: string;
  ref?: Ref<HTMLDivElement> | undefined;
  children: ReactNode;
};

/** A scrolling part of the page. It takes the focus, so that it scrolls by keyboard (WCAG 2.1.1). */
export function ScrollRegion({ label, className, ref, children }: ScrollRegionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={ref} className={className} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}
